import { FluentBundle, FluentResource } from '@fluent/bundle'
import { fireEvent, render } from '@testing-library/svelte'
import { describe, expect, it, vi } from 'vitest'
import type { BoardProps, Offer } from '../../lib/board'
import type { GameEvent } from '../../lib/protocol'
import Board from './Board.svelte'
import samples from './sample.json'
import { PLANS, type View } from './view'
import en from './words/en.ftl?raw'

const bundle = new FluentBundle('en', { useIsolating: false })
bundle.addResource(new FluentResource(en))

interface Sample {
  observer: number
  view: View
  offers: Offer[]
  events: GameEvent[]
}

function props({ observer, view, offers, events }: Sample, more: Partial<BoardProps<View>> = {}): BoardProps<View> {
  return {
    game: { name: 'jailbreakers', actions: [] } as unknown as BoardProps['game'],
    view,
    observer,
    seats: [],
    toAct: [view.turn],
    over: false,
    offers,
    anytime: [],
    events,
    fresh: [],
    hinted: [],
    aids: false,
    pending: 0,
    confirmed: [],
    gameText: (message, args) => `${message} ${Object.values(args ?? {}).join(' ')}`,
    boardText: (message, args) => {
      const pattern = bundle.getMessage(message)?.value
      return bundle.formatPattern(pattern!, args as Record<string, string>)
    },
    playerName: (seat) => `player ${seat}`,
    act: vi.fn(),
    submitAhead: vi.fn(),
    whyNot: vi.fn(),
    codeOf: () => 99,
    know: () => Promise.resolve([]),
    ...more,
  }
}

// Recorded tables; the first view is whole, the others say what is different there.
function sample(name: keyof typeof samples): Sample {
  return { ...samples[name], view: { ...samples.place.view, ...samples[name].view } } as unknown as Sample
}

vi.setConfig({ testTimeout: 30_000 }) // a whole board takes a while to be drawn without a browser

/** Everything that can be done by clicking: at once, or after having chosen something else first. */
async function reachable(container: HTMLElement): Promise<Set<number>> {
  const found = new Set<number>()
  const look = () => {
    for (const node of container.querySelectorAll('[data-action]')) found.add(Number(node.getAttribute('data-action')))
  }
  look()
  const first = [...container.querySelectorAll('[data-choose]')].map((node) => node.getAttribute('data-choose'))
  for (const choice of first) {
    await fireEvent.click(container.querySelector(`[data-choose="${choice}"]`)!)
    look()
  }
  return found
}

describe('the board of Jailbreakers', () => {
  it.each(Object.keys(samples) as (keyof typeof samples)[])('offers everything that is offered: %s', async (name) => {
    const { container } = render(Board, { props: props(sample(name)) })
    expect([...(await reachable(container))].sort()).toEqual(
      sample(name)
        .offers.map(({ action }) => action)
        .sort(),
    )
  })

  it('goes where it is clicked, and asks why not elsewhere', async () => {
    const given = props(sample('place'))
    const { container } = render(Board, { props: given })
    const lit = container.querySelector<HTMLElement>('.room[data-action]')!
    await fireEvent.click(lit)
    expect(given.act).toHaveBeenCalledWith(Number(lit.dataset.action))
    await fireEvent.click(container.querySelector('.room:not([data-action], [data-choose])')!)
    expect(given.whyNot).toHaveBeenCalledWith(99)
  })

  it('marks what is recommended', () => {
    const { offers } = sample('act')
    const { container } = render(Board, { props: props(sample('act'), { hinted: [offers[0]!.action] }) })
    expect(container.querySelector(`.hinted[data-action="${offers[0]!.action}"]`)).not.toBeNull()
  })

  it('shows an attempt card by card, with chances where they are allowed', async () => {
    const odds: [string, number][] = [['success', 0.625]]
    const known = { what: '', field: 'known', index: [0], odds }
    const given = props(sample('attempt'), { aids: true, know: () => Promise.resolve([known]) })
    const { container, findByText } = render(Board, { props: given })
    const cards = sample('attempt').view.drawn.reduce((sum, n) => sum + n, 0)
    expect(container.querySelectorAll('.stage .card:not(.back)')).toHaveLength(cards)
    expect(container.querySelectorAll('.stage .card.back')).toHaveLength(sample('attempt').view.to_draw)
    await findByText('63 %')
  })

  it('shows a spectator everything public, and nothing to do', () => {
    const given = { ...sample('act'), offers: [] }
    const { container } = render(Board, { props: props(given, { observer: null }) })
    expect(container.querySelectorAll('[data-action]')).toHaveLength(0)
    expect(container.querySelectorAll('[data-place]')).toHaveLength(12)
    expect(container.querySelectorAll('[data-plan]')).toHaveLength(
      PLANS.filter((_, plan) => given.view.offered[plan]).length,
    )
  })
})

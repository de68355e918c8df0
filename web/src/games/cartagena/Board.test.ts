import { FluentBundle, FluentResource } from '@fluent/bundle'
import { fireEvent, render } from '@testing-library/svelte'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { BoardProps, Offer } from '../../lib/board'
import type { GameEvent } from '../../lib/protocol'
import { settings } from '../../lib/settings.svelte'
import Board from './Board.svelte'
import { tour } from './index'
import sample from './sample.json'
import type { View } from './view'

const LANGUAGES = ['en', 'fr', 'hu']

const files = import.meta.glob<string>('./words/*.ftl', { query: '?raw', import: 'default', eager: true })

function words(language: string): FluentBundle {
  const made = new FluentBundle(language, { useIsolating: false })
  made.addResource(new FluentResource(files[`./words/${language}.ftl`]!))
  return made
}

function speaker(language: string) {
  const made = words(language)
  return (message: string, args = {}) => {
    const pattern = made.getMessage(message)?.value
    if (!pattern) throw new Error(`${language} has no message ${message}`)
    return made.formatPattern(pattern, args)
  }
}

function shown(state: keyof typeof sample, more: Partial<BoardProps<View>> = {}, language = 'en') {
  const given = sample[state]
  const props = {
    game: {} as never,
    view: given.view,
    observer: given.observer,
    seats: [],
    toAct: given.toAct,
    over: false,
    offers: given.offers as Offer[],
    anytime: [],
    events: given.events as GameEvent[],
    fresh: [],
    hinted: [],
    aids: false,
    pending: 0,
    confirmed: [],
    gameText: (message: string) => message,
    boardText: speaker(language),
    playerName: (seat: number) => `player ${seat}`,
    act: vi.fn(),
    submitAhead: vi.fn(),
    whyNot: vi.fn(),
    codeOf: (name: string) => (name === 'stop' ? 260 : name === 'jug from outside' ? 37 : 999),
    know: () => Promise.resolve([]),
    ...more,
  }
  const { container, rerender } = render(Board, { props })
  const find = (wanted: string) => container.querySelector<HTMLElement>(wanted)!
  const click = async (wanted: string) => fireEvent.click(find(wanted))
  return { props, container, find, click, rerender }
}

beforeAll(() => {
  settings.motion = 'none'
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  ) // jsdom has no layout
})

describe('the board', () => {
  it('draws every pirate where it stands', () => {
    const { container } = shown('mid')
    expect(container.querySelectorAll('[data-pirate]')).toHaveLength(18)
    expect(container.querySelectorAll('[data-pirate="0"][data-at="6"]')).toHaveLength(1)
  })

  it('shows where each pirate would land when a card is chosen, and moves the one that is clicked', async () => {
    const { container, find, click, props } = shown('mid')
    await click('[data-card="keys"][data-choose]')
    expect(container.querySelectorAll('.arc')).toHaveLength(5)
    expect(find('[data-place="22"]').dataset.choose).toBeDefined() // three pirates would land there
    expect(find('[data-place="30"]').dataset.action).toBe('215')
    await click('[data-place="30"]')
    expect(props.act).toHaveBeenCalledExactlyOnceWith(215)
    expect(container.querySelectorAll('.arc')).toHaveLength(0)
  })

  it('shows all that a pirate can do when it is chosen first, with the cards a retreat draws', async () => {
    const { container, find, click, props } = shown('mid')
    await click('[data-place="6"]')
    expect(container.querySelectorAll('.arc')).toHaveLength(3)
    expect(find('.badge .back').parentElement!.textContent).toContain('+2')
    await click('[data-place="1"][data-action="228"]')
    expect(props.act).toHaveBeenCalledExactlyOnceWith(228)
  })

  it('lets every offer be reached by clicking', async () => {
    const { click, props } = shown('mid')
    for (const offer of sample.mid.offers.slice(0, -1)) {
      const [card, , from] = offer.name.split(' ')
      await click(`[data-card="${card}"][data-choose]`)
      await click(`[data-place="${from === 'outside' ? 0 : from}"][data-action="${offer.action}"]`)
      expect(props.act).toHaveBeenLastCalledWith(offer.action)
    }
    await click('[data-tour="stop"][data-action="260"]')
    expect(props.act).toHaveBeenLastCalledWith(260)
    expect(props.act).toHaveBeenCalledTimes(sample.mid.offers.length)
  })

  it('puts a choice back on Escape, and when something has happened', async () => {
    const { container, find, click, rerender, props } = shown('mid')
    await click('[data-card="keys"]')
    await fireEvent.keyDown(find('[data-card="keys"]'), { key: 'Escape' })
    expect(container.querySelectorAll('.arc')).toHaveLength(0)
    await click('[data-card="keys"]')
    await rerender({ ...props, view: { ...props.view, actions: props.view.actions + 1 } })
    expect(container.querySelectorAll('.arc')).toHaveLength(0)
  })

  it('asks why not, and does nothing', async () => {
    const { click, props } = shown('mid')
    await click('[data-card="jug"]')
    expect(props.whyNot).toHaveBeenCalledExactlyOnceWith(37)
    expect(props.act).not.toHaveBeenCalled()
  })

  it('is walked by arrows, with one place in the order of the tabulator', async () => {
    const { container, find } = shown('mid')
    find('[data-place="1"]').focus()
    await fireEvent.keyDown(find('[data-place="1"]'), { key: 'ArrowDown' })
    expect(document.activeElement).toBe(find('[data-place="2"]'))
    await fireEvent.keyDown(find('[data-place="2"]'), { key: 'ArrowRight' })
    expect(document.activeElement).toBe(find('[data-place="7"]'))
    await fireEvent.keyDown(find('[data-place="7"]'), { key: 'End' })
    expect(document.activeElement).toBe(find('[data-place="37"]'))
    expect([...container.querySelectorAll('[data-place][tabindex="0"]')]).toEqual([find('[data-place="37"]')])
  })

  it('marks what a hint recommends', async () => {
    const { find } = shown('mid', { hinted: [215] })
    expect(find('[data-card="keys"].hinted')).toBeTruthy()
    expect(find('.lamp')).toBeTruthy()
  })

  it('shows a spectator no hand, and nothing to do', () => {
    const hidden = sample.mid.view.hand.map(() => [-2, -2, -2, -2, -2, -2])
    const { container, find } = shown('mid', { observer: null, offers: [], view: { ...sample.mid.view, hand: hidden } })
    expect(find('[data-card]')).toBeNull()
    expect(container.querySelectorAll('[data-action], [data-choose]')).toHaveLength(0)
    expect(container.querySelectorAll('[data-seat]')).toHaveLength(3)
  })

  it("lays out Tortuga's row, next card first, and open hands", () => {
    const { container, find } = shown('tortuga')
    expect(container.querySelectorAll('[data-row]')).toHaveLength(12)
    expect(find('[data-row]').dataset.spot).toBe('row')
    expect(find('[data-seat="2"] .some')).toBeTruthy()
  })

  it.each(LANGUAGES)('speaks %s', (language) => {
    const { find } = shown('tortuga', {}, language)
    expect(find('[data-tour="turn"] p').textContent).toBeTruthy()
    const gameText = speaker(language)
    for (const step of tour) expect(gameText(step.message)).toBeTruthy()
  })
})

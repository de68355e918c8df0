import { fireEvent, render, screen, within } from '@testing-library/svelte'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { BoardProps } from '../../lib/board'
import type { GameInfo } from '../../lib/protocol'
import { settings } from '../../lib/settings.svelte'
import { Words } from '../../lib/words.svelte'
import Board from './Board.svelte'
import { tour } from './index'
import { moment, type Moment } from './sample'
import type { View } from './view'
import english from './words/en.ftl?raw'

vi.setConfig({ testTimeout: 30_000 }) // a busy machine draws slowly

const words = new Words(() => Promise.resolve(english))
beforeAll(() => {
  settings.motion = 'none' // there is no animation to wait for here
  Element.prototype.scrollIntoView = () => undefined // nor anything to scroll
  return words.load('en')
})

const NAMES = ['you', 'Bea', 'Carl', 'Dora']

/** The board at a recorded moment; the codes of what is not offered there are made up. */
function show(name: Moment, changes: Partial<BoardProps<View>> = {}) {
  const { view, offers, fresh } = moment(name)
  const props: BoardProps<View> = {
    game: {} as GameInfo,
    view,
    observer: 0,
    seats: [],
    toAct: [0],
    over: false,
    offers,
    anytime: [],
    events: fresh,
    fresh,
    hinted: [],
    aids: true,
    pending: 0,
    confirmed: [],
    gameText: (message, args = {}) => [message, args.shows, args.points || '', args.weight].filter(Boolean).join(' '),
    boardText: words.format,
    playerName: (seat) => NAMES[seat]!,
    act: vi.fn(),
    submitAhead: vi.fn(),
    whyNot: vi.fn(),
    codeOf: (name) => ({ 'add food 1': 901, 'discard a run': 902 })[name],
    know: () => Promise.resolve([]),
    ...changes,
  }
  const { container, rerender } = render(Board, { props })
  const find = (selector: string) => container.querySelector<HTMLElement>(selector)!
  const code = (name: string) => props.offers.find((offer) => offer.name === name)?.action
  return { ...props, container, rerender, find, code }
}

describe('at the own turn', () => {
  it('every offer can be reached', async () => {
    const { container, find, offers } = show('turn')
    const reached = new Set<number>()
    const look = () => {
      for (const part of container.querySelectorAll<HTMLElement>('[data-action]'))
        reached.add(Number(part.dataset.action))
    }
    look()
    for (const card of container.querySelectorAll<HTMLElement>('[data-choose]')) {
      await fireEvent.click(card)
      look()
    }
    expect(find('.chosen')).toBeTruthy()
    expect([...reached].sort((a, b) => a - b)).toEqual(offers.map(({ action }) => action).sort((a, b) => a - b))
  })

  it('a card is chosen, then laid or discarded', async () => {
    const { find, act, code } = show('turn')
    await fireEvent.click(find('[data-choose="tool 2"]'))
    expect(find('[data-card="tool 2"]').getAttribute('aria-pressed')).toBe('true')
    await fireEvent.click(find(`.laid [data-action="${code('lay tool 2')}"]`))
    expect(act).toHaveBeenCalledWith(code('lay tool 2'))
    expect(find('.chosen')).toBeNull()
  })

  it('what is not offered says why', async () => {
    const { act, whyNot } = show('turn')
    await fireEvent.click(screen.getByText('Discard a run…'))
    expect(whyNot).toHaveBeenCalledWith(902)
    expect(act).not.toHaveBeenCalled()
  })

  it('a hint is marked on the card, and on what to do with it', async () => {
    const lay = moment('turn').offers.find(({ name }) => name === 'lay food 1')!
    const { find } = show('turn', { hinted: [lay.action] })
    await fireEvent.click(find('[data-card="food 1"].hint'))
    expect(find(`.option.hint[data-action="${lay.action}"]`)).toBeTruthy()
  })

  it('the list says what is there', () => {
    const { find } = show('turn')
    expect(find('[data-need="points"]').textContent).toContain('16 of 13')
    expect(find('.attempt.ready')).toBeTruthy()
  })
})

describe('a set', () => {
  it('takes what is offered, says why not otherwise, and can be stopped when it is one', async () => {
    const { find, act, whyNot, code } = show('composing')
    expect(within(find('[data-part="tray"]')).getAllByRole('img')).toHaveLength(3)
    await fireEvent.click(find('[data-card="tool 1"]'))
    expect(act).toHaveBeenLastCalledWith(code('add tool 1'))
    await fireEvent.click(find('[data-card="food 1"]'))
    expect(whyNot).toHaveBeenCalledWith(901)
    await fireEvent.click(screen.getByText('Stop adding'))
    expect(act).toHaveBeenLastCalledWith(code('stop adding'))
  })
})

describe('what others have', () => {
  const known = '[data-seat="3"] .face'

  it('is drawn as far as everyone has seen it, if cards are counted', () => {
    expect(show('turn').container.querySelectorAll(known)).toHaveLength(7)
  })

  it('is not drawn without aids', () => {
    expect(show('turn', { aids: false }).container.querySelectorAll(known)).toHaveLength(0)
  })

  it('is all a spectator sees', () => {
    const { view } = moment('turn')
    const hidden = view.copies.map(() => -2)
    const { container } = show('turn', {
      view: { ...view, hand: view.hand.map(() => hidden), laid: view.laid.map(() => hidden) },
      observer: null,
      offers: [],
    })
    expect(container.querySelectorAll('[data-seat]')).toHaveLength(4)
    expect(container.querySelector('[data-card]')).toBeNull()
  })
})

describe('a roll-call', () => {
  it('shows every hand until it is closed', async () => {
    const { find } = show('called')
    const call = await screen.findByRole('region', { name: 'Roll-call' })
    expect(within(call).getAllByRole('listitem')).toHaveLength(4)
    await fireEvent.click(find('[data-close="roll-call"]'))
    await vi.waitFor(() => expect(find('[data-part="roll-call"]')).toBeNull())
  })

  it('goes when a replay goes on', async () => {
    const { find, rerender, fresh } = show('called', { past: true, offers: [] })
    expect(find('[data-part="roll-call"]')).toBeTruthy()
    await rerender({ fresh: [{ ...fresh[0]!, message: 'draw-two', seat: 1 }] })
    await vi.waitFor(() => expect(find('[data-part="roll-call"]')).toBeNull())
  })

  it('makes way for the discards', async () => {
    const { find } = show('called')
    await fireEvent.click(find('[data-part="history"]'))
    await vi.waitFor(() => expect(find('[data-part="roll-call"]')).toBeNull())
    expect(find('.fan')).toBeTruthy()
  })
})

describe('the discards', () => {
  it('are fanned out, with what was not seen yet', async () => {
    const { find, container } = show('turn')
    await fireEvent.click(find('[data-part="history"]'))
    expect(container.querySelectorAll('.fanned li')).toHaveLength(5)
    expect(find('.left').textContent).toContain('Information')
  })
})

describe('the tour', () => {
  it('points at what is there, and says something', () => {
    const { find } = show('turn')
    for (const { at, message } of tour) {
      if (at) expect(find(`[data-tour="${at}"]`), at).toBeTruthy()
      expect(words.has(message), message).toBe(true)
    }
  })
})

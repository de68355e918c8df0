import { fireEvent, render } from '@testing-library/svelte'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { BoardProps, Offer } from '../../lib/board'
import type { FieldInfo, GameEvent, GameInfo, SeatInfo } from '../../lib/protocol'
import { page } from '../../lib/words.svelte'
import Board from './Board.svelte'
import { groupsOf, meaningOf, namesOf, seatOrder, shownPlaces } from './view'

const GOODS = ['rum', 'silk', 'tea']
const plain = { axes: [], labels: [], shape: [], sees: 'all', counts: '', holds: [], bits: [], fixed: false }

function field(name: string, about: string, more: Partial<FieldInfo> = {}): FieldInfo {
  return { ...plain, name, about, ...more }
}
const bySeat = { shape: [8], axes: ['seat'], labels: [[]] }
const harbour = {
  shape: [2, 2],
  axes: ['row', 'place'],
  labels: [
    ['north', 'south'],
    ['quay', 'ship'],
  ],
}

const FIELDS = [
  field('hand', 'goods held', { shape: [8, 3], axes: ['seat', 'good'], labels: [[], GOODS], sees: 'owner' }),
  field('bribed', 'guards that look away', { ...bySeat, bits: ['tower', 'gate'] }),
  field('first_one', '1: begins the round', bySeat),
  field('crate', 'what is in each crate', { ...harbour, sees: 'nobody', counts: 'good', holds: GOODS }),
  field('fines', 'fines of the day', { shape: [3], axes: ['good'], labels: [GOODS] }),
  field('favourite', 'the good that all want; NONE: no good yet', { counts: 'good', holds: GOODS }),
  field('leader', 'who leads', { counts: 'seat', holds: ['0', '1', '2'] }),
  field('turn', 'who acts', { counts: 'seat', holds: ['0', '1', '2'] }),
]
const VIEW = {
  hand: [[-2, -2, -2], [2, 0, 1], [-2, -2, -2], ...Array.from({ length: 5 }, () => [0, 0, 0])],
  bribed: [3, 0, 0, 0, 0, 0, 0, 0],
  first_one: [0, 1, 0, 0, 0, 0, 0, 0],
  crate: [
    [-2, -1],
    [1, -2],
  ],
  fines: [0, 0, 0],
  favourite: 1,
  leader: 2,
  turn: 1,
}
const ACTIONS = ['give rum to seat 0', 'give tea to seat 2', 'bribe the tower guard', 'bribe the gate guard', 'pass']
const game = { name: 'smugglers', fields: FIELDS, actions: ACTIONS, verbs: [0, 2, 4] } as unknown as GameInfo

function offer(action: number, name = ACTIONS[action]!): Offer {
  return { action, name, message: '', args: {} }
}
function event(ply: number, seat: number, action: number): GameEvent {
  return { ply, seat, action, message: '', args: {}, early: false, at: 0 }
}
const SEATS = ['Ada', 'Bob', 'Cleo'].map((name, seat) => ({ seat, kind: 'person', name }) as unknown as SeatInfo)
const PROPS: BoardProps = {
  game,
  view: VIEW,
  observer: 1,
  seats: SEATS,
  toAct: [1],
  over: false,
  offers: ACTIONS.map((_, action) => offer(action)),
  anytime: [],
  events: [event(1, 0, 4), event(2, 1, 2), event(3, 2, 0)],
  fresh: [],
  hinted: [2, 3],
  aids: true,
  pending: 0,
  confirmed: [],
  gameText: (message) => message,
  boardText: (message) => message,
  playerName: (seat) => (seat === 1 ? 'you' : SEATS[seat]!.name),
  act: vi.fn(),
  submitAhead: vi.fn(),
  whyNot: vi.fn(),
  codeOf: () => undefined,
  know: () => Promise.resolve([]),
}

function shown(more: Partial<BoardProps> = {}) {
  const props = { ...PROPS, ...more }
  const { container, rerender } = render(Board, { props })
  const text = (wanted: string) =>
    container.querySelector(wanted)?.textContent.replaceAll(/\s+/g, ' ').trim() ?? `no ${wanted}`
  return { container, rerender, props, text }
}

beforeAll(() => page.load('en'))

describe('the board of any game', () => {
  it('shows the own seat first, marked, and the others in the order of play', () => {
    const { container, text } = shown()
    const cards = [...container.querySelectorAll<HTMLElement>('[data-seat]')]
    expect(cards.map((card) => card.dataset.seat)).toEqual(['1', '2', '0'])
    expect(cards.map((card) => card.classList.contains('own'))).toEqual([true, false, false])
    expect(text('[data-seat="1"] h3')).toBe('you ◀ to move')
  })

  it('says names for numbers, dims what is 0, and shows what is hidden as hidden', () => {
    const { container, text } = shown()
    expect(text('[data-field="favourite"] dd')).toBe('silk')
    expect(text('[data-field="leader"] dd')).toBe('Cleo')
    expect(text('[data-seat="0"]')).toContain('bribed tower + gate')
    expect(text('[data-seat="1"]')).toContain('first one yes')
    expect(text('[data-seat="0"]')).toContain('hand hidden')
    const chips = [...container.querySelectorAll('[data-seat="1"] .chips li')]
    expect(chips.map((chip) => chip.classList.contains('dim'))).toEqual([false, true, false])
    const crates = [...container.querySelectorAll('[data-field="crate"] tbody td')]
    expect(crates.map((cell) => cell.textContent.trim())).toEqual(['?hidden', '–', 'silk', '?hidden'])
  })

  it('folds a field that holds nothing', () => {
    const { container, text } = shown()
    expect(container.querySelector('details [data-field="fines"]')).not.toBeNull()
    expect(text('summary')).toBe('Empty or unchanging: fines')
  })

  it('groups actions by verb, with the names of players, marks hints and does what is clicked', async () => {
    const { container, text, props } = shown()
    const groups = [...container.querySelectorAll('.group')]
    expect(groups.map((group) => group.getAttribute('aria-label'))).toEqual(['give', 'bribe the', null])
    expect(text('[data-action="0"]')).toBe('rum to Ada')
    const best = container.querySelector<HTMLElement>('[data-action="2"]')!
    expect(best.getAttribute('aria-label')).toBe('bribe the tower guard')
    expect(best.classList.contains('best')).toBe(true)
    await fireEvent.click(best)
    expect(props.act).toHaveBeenCalledExactlyOnceWith(2)
  })

  it('shows a simultaneous choice to its own seat, which can choose again', async () => {
    const submitAhead = vi.fn()
    const { container, getByText } = render(Board, { props: { ...PROPS, offers: [], chosen: [offer(4)], submitAhead } })
    expect(getByText(/pass/)).toBeTruthy()
    await fireEvent.click(container.querySelector('[data-choose-anew]')!)
    expect(submitAhead).toHaveBeenCalledWith([])
  })

  it('tells what happened since the observer last acted', () => {
    const { container } = shown()
    const told = [...container.querySelectorAll('.news .said')].map((line) => line.textContent)
    expect(told).toEqual(['you: bribe the tower guard', 'Cleo: give rum to Ada'])
  })

  it('marks what has changed since the observer could act', async () => {
    const { container, rerender, props } = shown()
    expect(container.querySelectorAll('.fresh')).toHaveLength(0)
    await rerender({ ...props, offers: [], view: { ...VIEW, favourite: 2, turn: 2 } })
    await rerender({ ...props, view: { ...VIEW, favourite: 2, leader: 0 } })
    const fields = [...container.querySelectorAll('.fresh')].map((cell) => cell.closest<HTMLElement>('[data-field]'))
    expect(fields.map((one) => one?.dataset.field)).toEqual(['favourite', 'leader'])
  })

  it('names the clauses that matter now, and says at the end that the game is over', () => {
    const clauses = ['SMU-2', 'SMU-3']
    const { container } = shown({ clauses })
    expect([...container.querySelectorAll('.matters button')].map((one) => one.textContent)).toEqual(clauses)
    const end = shown({ clauses, over: true, offers: [], toAct: [] }) // someone gave up
    expect(end.text('[data-field="turn"] dd')).toBe('Game over')
    expect(end.text('.matters')).toBe('no .matters')
  })

  it('shows a spectator everything there is, and nothing to do', () => {
    const { container, text } = shown({ observer: null, offers: [], toAct: [1] })
    expect([...container.querySelectorAll<HTMLElement>('[data-seat]')].map((one) => one.dataset.seat)).toEqual([
      '0',
      '1',
      '2',
    ])
    expect(text('.offers')).toBe('no .offers')
    expect(text('.quiet')).toBe('no .quiet')
  })
})

describe('a field table', () => {
  it('is read as players read it', () => {
    expect(meaningOf(FIELDS[2]!)).toBe('begins the round')
    expect(meaningOf(FIELDS[5]!)).toBe('the good that all want; –: no good yet')
    expect(namesOf(FIELDS[1]!, 0)).toBe('–')
    expect(seatOrder(4, 2)).toEqual([2, 3, 0, 1])
  })

  it('shows of a long row only what holds something', () => {
    const long = Array.from({ length: 20 }, (_, i) => Number(i === 7))
    expect(shownPlaces(FIELDS[4]!, long)).toEqual([7])
    expect(shownPlaces(FIELDS[4]!, [0, 1, 0])).toEqual([0, 1, 2])
  })
})

describe('a list of actions', () => {
  it('is divided by the words that its actions share, if it is long', () => {
    const names = ['rum', 'silk'].flatMap((good) =>
      Array.from({ length: 8 }, (_, i) => `hide ${good} in crate ${i + 1}`),
    )
    const offers = [...names.map((name, action) => offer(action, name)), offer(16, 'pass')]
    const [hide, alone] = groupsOf(offers, [0, 16], (one) => one.name)
    expect(hide!.heading).toBe('hide')
    expect(hide!.groups.map((group) => group.heading)).toEqual(['rum in crate', 'silk in crate'])
    expect(hide!.groups[1]!.choices[7]).toEqual({ action: 15, text: '8', full: 'hide silk in crate 8' })
    expect(alone!.choices.map((choice) => choice.text)).toEqual(['pass'])
  })

  it('loses nothing, whatever the names are', () => {
    const names = Array.from({ length: 30 }, (_, i) => (i % 3 ? `go ${i % 7} ${i}` : `go ${i}`))
    const all = (groups: ReturnType<typeof groupsOf>): number[] =>
      groups.flatMap((group) => [...group.choices.map((choice) => choice.action), ...all(group.groups)])
    const offers = names.map((name, action) => offer(action, name))
    expect(all(groupsOf(offers, [0], (one) => one.name)).toSorted((a, b) => a - b)).toEqual(names.map((_, i) => i))
  })
})

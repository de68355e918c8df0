// What a view of Jailbreakers holds, and how it is read. Nothing here decides what may be done: the server offers that.

import type { Offer } from '../../lib/board'
import type { Possibility, GameEvent } from '../../lib/protocol'

export const NONE = -1
const FREE_TO_WIN = 2 // prisoners

// The order of things in the field table (box.py): a view holds their numbers, words are found by their names.
export const MATERIALS = ['bedsheet', 'cloth', 'dye', 'spoon', 'soap', 'pipe', 'plank', 'rope', 'wire', 'tape'] as const
export const OBJECTS = [
  'bed dummy',
  'guard outfit',
  'worker outfit',
  'grappling hook',
  'raft',
  'brass knuckles',
  'ladder',
  'shovel',
  'lock pick',
  'soap gun',
  'money bag',
] as const
export const CARDS: readonly string[] = [...MATERIALS, ...OBJECTS]
export const LOCATIONS = [
  'cell-block',
  'yard',
  'laundry',
  'kitchen',
  'library',
  'workshop',
  'visiting-room',
  'showers',
  'guard-post',
  'infirmary',
  'storeroom',
  'wardens-office',
] as const
export const PLANS = [
  'Over the wall',
  'Under the fence',
  'Out of the front gate',
  'Through the sewer',
  'Night shift',
  'Rooftop run',
  'Riot',
  'Delivery van',
  'The long tunnel',
  'Across the bay',
  'Change of guard',
] as const
export const PARTS = ['move', 'draw', 'take', 'give', 'exchange', 'steal-material', 'steal-object'] as const
export const STEPS = [
  ...['double', 'offer', 'start', 'throw', 'draw', 'look', 'turn-up'],
  ...['roll', 'place', 'move', 'take', 'return', 'give', 'exchange', 'replace', 'steal'],
  ...['act', 'pay', 'swap', 'swap-for', 'snitch', 'ignore', 'go-on', 'keep', 'free', 'release'],
] as const
export const ESCAPE_CARDS = ['success', 'failure', 'snitch'] as const
export const CATCHERS = ['guard', 'warden'] as const
export const MONEY_BAG = OBJECTS.length - 1
const FIRST_OBJECT = MATERIALS.length
const FIRST_DECISION = STEPS.indexOf('roll')
const CHANCE = -1

export interface View {
  seats: number
  players: number
  deadline: number
  location: number[]
  action: number[][]
  of: number[]
  recipe: [number, number][]
  needs: number[]
  draws: number[]
  step: number
  offered: number[]
  supply: number[]
  hand: number[][]
  materials: number[]
  objects: number[]
  inside: number[]
  caught: number[][]
  escaped: number[]
  snitch: number[]
  guard: number[]
  dice: number[][]
  pips: number[][]
  round: number
  first: number
  turns: number[]
  player: number
  roll: number
  used: number
  at: number
  aside: number[]
  swapped: number
  to_pay: number
  plan: number
  staked: number
  asked: number
  to_draw: number
  failed: number
  to_keep: number
  may_keep: number
  deck: number[]
  drawn: number[]
  looked: number[][]
  known: number[][]
  winner: number
  turn: number
}

/** What something is called in the words: small letters, hyphens. */
export function slug(label: string): string {
  return label.toLowerCase().replaceAll(' ', '-').replaceAll("'", '')
}

export function cardSlug(card: number): string {
  return slug(CARDS[card] ?? '')
}

/** How much smaller a name is written, so that its longest word fits on a card: 1 is as large as others. */
export function fitting(name: string): number {
  const longest = Math.max(...name.split(/[ -]/).map((word) => word.length))
  return Math.min(1, 10 / (1 + longest))
}

export function isObject(card: number): boolean {
  return card >= FIRST_OBJECT
}

export function objectCard(thing: number): number {
  return FIRST_OBJECT + thing
}

/** The numbers of the bits that are set. */
export function bits(mask: number): number[] {
  return Array.from({ length: 16 }, (_, i) => i).filter((i) => (mask >> i) & 1)
}

/** Every card of a hand, one entry each, with a key that stays its own. */
export function cardsOf(hand: number[]): { card: number; key: string }[] {
  return hand.flatMap((n, card) => Array.from({ length: n }, (_, i) => ({ card, key: `${card}-${i}` })))
}

/** Who decides now: a seat, the phantom (the player after the only seat), or NONE. */
export function decider(view: View): number {
  if (view.turn >= 0) return view.turn
  if (view.turn !== CHANCE || view.player === NONE) return NONE
  return view.step >= FIRST_DECISION ? view.seats : view.player
}

/** Has somebody won by getting out? Who wins because the other's time is over is still inside. */
export function gotOut(view: View): boolean {
  return view.winner !== NONE && view.escaped[view.winner] === FREE_TO_WIN
}

/** What a location gives: each part of its action, how often, and of which materials. */
export function gives(view: View, number: number): { part: string; count: number; of: number[] }[] {
  return PARTS.map((part, i) => ({
    part,
    count: view.action[number]?.[i] ?? 0,
    of: part === 'take' ? bits(view.of[number] ?? 0) : [],
  })).filter(({ count }) => count > 0)
}

/** What a player's dice on the map show together. */
export function onMap(view: View, player: number): number {
  return (view.pips[player] ?? []).reduce((sum, pips) => sum + pips, 0)
}

export function plansOnOffer(view: View): number[] {
  return PLANS.map((_, plan) => plan).filter((plan) => view.offered[plan] === 1)
}

export function owns(view: View, player: number, card: number): boolean {
  return (view.hand[player]?.[card] ?? 0) > 0
}

/** Objects that are in this game: a money bag only if there is one anywhere. */
export function objectsInPlay(view: View): number[] {
  const there = (thing: number) =>
    (view.supply[objectCard(thing)] ?? 0) + view.hand.reduce((sum, hand) => sum + (hand[objectCard(thing)] ?? 0), 0)
  return OBJECTS.map((_, thing) => thing).filter((thing) => thing !== MONEY_BAG || there(thing) > 0)
}

// --- What is offered ---

/** An offer, read from its name in records: what it is about, so that the drawing knows where to show it. */
export interface ActionOption extends Offer {
  verb: string
  place?: number
  end?: number
  means?: string[]
  card?: number
  other?: number
  plan?: number
  dummy?: boolean
  catcher?: string
}

const SHAPES: [RegExp, string][] = [
  [/^place on (?<place>\d+)(?: with (?<means>.+))?$/, 'place'],
  [/^move the guard on (?<place>\d+) to (?<end>\d+)$/, 'move'],
  [/^give (?<card>.+) to (?<other>.+)$/, 'give'],
  [/^for (?<card>.+) of (?<other>.+)$/, 'swap-for'],
  [/^steal (?<card>.+) from (?<other>.+)$/, 'steal'],
  [/^attempt (?<plan>.+?)(?<dummy> with bed dummy)?$/, 'attempt'],
  [/^free from (?<catcher>\w+) for (?<card>.+)$/, 'free'],
  [/^release from (?<catcher>\w+)$/, 'release'],
  [/^(?<verb>take|exchange|return|craft|pay|use|keep) (?!no more)(?<card>.+)$/, ''],
]

/** Read an offer. A verb without anything else is the name itself. */
export function read(offer: Offer, seats: number): ActionOption {
  for (const [shape, verb] of SHAPES) {
    const found = shape.exec(offer.name)?.groups
    if (!found) continue
    const option: ActionOption = { ...offer, verb: verb || found.verb! }
    if (found.place) option.place = Number(found.place) - 1
    if (found.end) option.end = Number(found.end) - 1
    if (verb === 'place') option.means = found.means?.split(/, | and /) ?? []
    if (found.card) option.card = CARDS.indexOf(found.card)
    if (found.other) option.other = found.other === 'the phantom' ? seats : Number(found.other.slice(5))
    if (found.plan) option.plan = (PLANS as readonly string[]).indexOf(found.plan)
    if (verb === 'attempt') option.dummy = found.dummy !== undefined
    if (found.catcher) option.catcher = found.catcher
    return option
  }
  return { ...offer, verb: offer.name }
}

/** Does this placing lead to a guard who catches a prisoner? */
export function caughtBy(view: View, option: ActionOption): string {
  const guard = view.guard[option.place ?? NONE] ?? 0
  return option.verb === 'place' && guard > 0 && !option.means?.includes('guard outfit') ? CATCHERS[guard - 1]! : ''
}

// --- Guards that walk ---

export interface Walker {
  id: number
  at: number
  warden: boolean
}

/** Who stands where now, given who stood where: all one further, or some of them elsewhere. Keeps who is who. */
export function walk(before: Walker[], guard: number[]): Walker[] {
  const now = guard.flatMap((kind, at) => (kind > 0 ? [{ at, warden: kind === 2 }] : []))
  const further = (walker: Walker) => (walker.at + 1) % guard.length
  const stands = (walker: Walker, at: number) => now.some((spot) => spot.at === at && spot.warden === walker.warden)
  if (before.length === now.length && before.every((walker) => stands(walker, further(walker)))) {
    return before.map((walker) => ({ ...walker, at: further(walker) }))
  }
  const left = [...before]
  const pull = (fits: (walker: Walker) => boolean) => {
    const i = left.findIndex(fits)
    return i < 0 ? undefined : left.splice(i, 1)[0]
  }
  const stayed = now.map((spot) => pull((walker) => walker.at === spot.at && walker.warden === spot.warden))
  let next = Math.max(-1, ...before.map((walker) => walker.id))
  return now.map((spot, i) => {
    const walker = stayed[i] ?? pull((other) => other.warden === spot.warden)
    return { ...spot, id: walker?.id ?? ++next }
  })
}

// --- Attempts ---

export interface Attempt {
  who: unknown
  plan: string
  /** how many cards it set out to draw */
  count: number
  cards: { drawn: string; ply: number; ignored: boolean }[]
  snitches: number
  result: 'going' | 'asked' | 'failed' | 'escaped' | 'won' | 'gave-up'
  /** the ply after which it was decided; NONE: it goes on */
  ended: number
  /** has a turn begun since? */
  past: boolean
}

/** The last attempt that was told of, card by card. */
export function attemptOf(events: GameEvent[]): Attempt | null {
  let last: Attempt | null = null
  for (const { message, args, ply } of events) {
    if (message === 'attempt' || message === 'attempt-with-dummy') {
      const fresh = { cards: [], snitches: 0, result: 'going' as const, ended: NONE, past: false }
      last = { who: args.who, plan: String(args.plan), count: Number(args.count), ...fresh }
    } else if (last?.ended === NONE) {
      follow(last, message, args, ply)
    } else if (last && (message === 'roll' || message === 'skip')) {
      last.past = true
    }
  }
  return last
}

function follow(attempt: Attempt, message: string, args: GameEvent['args'], ply: number): void {
  if (message === 'snitch') attempt.snitches += 1
  if (message === 'turn-up') attempt.cards.push({ drawn: String(args.drawn), ply, ignored: false })
  if (message === 'use-money-bag') attempt.cards.at(-1)!.ignored = true
  if (message === 'give-up') [attempt.result, attempt.ended] = ['gave-up', ply]
  if (message !== 'turn-up' && message !== 'use-money-bag' && message !== 'let-it-count') return
  attempt.result = args.result as Attempt['result']
  if (attempt.result !== 'going' && attempt.result !== 'asked') attempt.ended = ply
}

/** The cards of the attempt under way, in the order told; if that was not told, as the view counts them. */
export function cardsDrawn(view: View, attempt: Attempt | null): Attempt['cards'] {
  const number = view.drawn.reduce((sum, n) => sum + n, 0)
  if (attempt && attempt.cards.length === number) return attempt.cards
  return view.drawn.flatMap((n, card) =>
    Array.from({ length: n }, (_, i) => ({ drawn: ESCAPE_CARDS[card]!, ply: -1 - i - 20 * card, ignored: false })),
  )
}

// --- What was told ---

const REMEMBERED = 24

/** The last of what was told of the game itself. */
export function recent(events: GameEvent[]): GameEvent[] {
  return events.filter(({ message, early }) => !early && !message.startsWith('table-')).slice(-REMEMBERED)
}

/** Whom a line is about: a seat, the phantom, or NONE. */
export function actorOf({ args }: GameEvent, seats: number): number {
  return typeof args.who === 'number' ? args.who : args.who === 'phantom' ? seats : NONE
}

// --- What the server knows of the escape deck ---

export interface Odds {
  /** the next card: each kind with its chance */
  next: [string, number][]
  /** for so many cards: the chances of no failure, of one, … */
  failures: Map<number, number[]>
}

/** Sort what the server says it knows: the card on top, and the failures among the next card, two cards, three … */
export function oddsOf(known: Possibility[]): Odds {
  const top = known.find(({ field, index }) => field === 'known' && index[0] === 0)
  const failures = known
    .filter(({ field }) => field === 'deck')
    .map(({ odds }, i): [number, number[]] => {
      const chances: number[] = []
      for (const [number, chance] of odds) chances[Number(number)] = chance
      return [i + 1, Array.from(chances, (chance) => chance ?? 0)]
    })
  return { next: top?.odds ?? [], failures: new Map(failures) }
}

/** The chance of so many failures at the most among so many cards; undefined if it was not told. */
export function atMost(odds: Odds, cards: number, failures: number): number | undefined {
  return odds.failures
    .get(cards)
    ?.slice(0, failures + 1)
    .reduce((sum, chance) => sum + chance, 0)
}

// --- The map ---

/** Where each number lies: rooms around a courtyard, clockwise, so that guards walk round. Column and row of 4 × 4. */
export const ROOMS: readonly (readonly [number, number])[] = [
  ...([0, 1, 2, 3].map((x) => [x, 0]) as [number, number][]),
  [3, 1],
  [3, 2],
  ...([3, 2, 1, 0].map((x) => [x, 3]) as [number, number][]),
  [0, 2],
  [0, 1],
]

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** The room an arrow key leads to: the next one in that direction, over the courtyard if need be. */
export function towards(number: number, key: string): number {
  const way = ARROWS[key]
  const start = ROOMS[number]
  if (!way || !start) return number
  for (let far = 1; far < 4; far++) {
    const found = ROOMS.findIndex(([x, y]) => x === start[0] + far * way[0] && y === start[1] + far * way[1])
    if (found >= 0) return found
  }
  return number
}

// What a view of Stalag 17 holds, and how it is read. Nothing here knows what is allowed: that is what offers are for.

import type { GameEvent } from '../../lib/protocol'

export const NONE = -1
export const UNKNOWN = -2

/** The fields of the game's table that are drawn. Rows are by seat, then by kind of card. */
export interface View {
  seats: number
  counting: number
  copies: number[]
  watched: number[]
  round: number
  prisoners: number[]
  surveillance: number[]
  place: number[]
  need: number[]
  points: number
  dice: number
  last_die: number
  hand: number[][]
  laid: number[][]
  face_up: number[]
  held: number[]
  lying: number[]
  sure: number[][]
  seen: number[][]
  shown: number[][]
  called: number[][]
  uncovered: number[][]
  left: number
  pile: number[]
  top: number
  added: number[]
  building: number
  failed: number
  player: number
  turn: number
}

// --- Cards ---

export const OBJECTS = ['clothes', 'food', 'document', 'tool', 'map'] as const
export type Thing = (typeof OBJECTS)[number]
export type Sort = Thing | 'double' | 'escape' | 'barracks' | 'information'
export const SORTS: Sort[] = [...OBJECTS, 'double', 'escape', 'barracks', 'information']

const PAIRS: [Thing, Thing][] = OBJECTS.flatMap((one, i) =>
  OBJECTS.slice(i + 1).map((two): [Thing, Thing] => [one, two]),
)
const DOUBLE = 15
const ESCAPE = 25
const BARRACKS = 43
export const MAX_WATCHED = 20
export const PRISONERS = 3

/** What is printed on a card, except its surveillance value in a hand, which the view tells. */
export interface Face {
  sort: Sort
  /** as the game's own words and names of actions call it */
  shows: string
  things: Thing[]
  points: number
  /** what it costs laid, where that is printed on it */
  laid: number | null
}

export function faceOf(kind: number): Face {
  const plain = { things: [], points: 0, laid: null }
  if (kind < DOUBLE) {
    const thing = OBJECTS[Math.floor(kind / 3)]!
    return { ...plain, sort: thing, shows: thing, things: [thing] }
  }
  if (kind < ESCAPE) {
    const pair = PAIRS[kind - DOUBLE]!
    return { ...plain, sort: 'double', shows: pair.join('-'), things: pair }
  }
  if (kind < BARRACKS) {
    return { ...plain, sort: 'escape', shows: 'escape', points: 1 + Math.floor((kind - ESCAPE) / 3) }
  }
  if (kind === BARRACKS) return { ...plain, sort: 'barracks', shows: 'barracks', laid: 4 }
  return { ...plain, sort: 'information', shows: 'information', laid: 0 }
}

/** The name of a kind in actions: "food 2", "clothes-map", "escape 6/3", "barracks". */
export function nameOf(kind: number): string {
  const { sort, shows, points } = faceOf(kind)
  const weight = 1 + ((sort === 'escape' ? kind - ESCAPE : kind) % 3)
  if (sort === 'escape') return `escape ${points}/${weight}`
  return kind < DOUBLE ? `${shows} ${weight}` : shows
}

/** What the game's words need to call a card by its name. */
export function cardArgs(view: View, kind: number): { shows: string; points: number; weight: number } {
  const { shows, points } = faceOf(kind)
  return { shows, points, weight: view.watched[kind] ?? 0 }
}

/** Counted cards one by one, sorted as they are numbered. */
export function cardsOf(counted: number[] | undefined): number[] {
  return (counted ?? []).flatMap((n, kind) => Array<number>(Math.max(0, n)).fill(kind))
}

/** The kinds that are there, each with its number. */
export function kindsIn(counted: number[] | undefined): { kind: number; count: number }[] {
  return (counted ?? []).map((count, kind) => ({ kind, count })).filter(({ count }) => count > 0)
}

/** Are these cards to be seen? */
export function open(counted: number[] | undefined): boolean {
  return counted !== undefined && counted[0] !== UNKNOWN
}

/** The surveillance of counted cards in a hand. */
export function weightOf(view: View, counted: number[]): number {
  return counted.reduce((sum, n, kind) => sum + Math.max(0, n) * (view.watched[kind] ?? 0), 0)
}

/** Everyone but the own seat, clockwise from there; for another observer all. */
export function others(view: View, me: number | null): number[] {
  const from = me === null ? 0 : me + 1
  return Array.from({ length: view.seats - (me === null ? 0 : 1) }, (_, i) => (from + i) % view.seats)
}

/** The discards from the top down. */
export function discards(view: View): number[] {
  return view.pile.slice(0, view.top).reverse()
}

/** The cards of the set or run that is being discarded, in order. */
export function beingDiscarded(view: View): number[] {
  const count = view.added.reduce((sum, n) => sum + n, 0)
  return view.building > 0 ? view.pile.slice(view.top - count, view.top) : []
}

/** S17-71: cards of each sort that this observer have not seen in this round. */
export function unseenCounts(view: View): { sort: Sort; count: number }[] {
  const left = [...view.copies]
  const take = (counted: number[] | undefined) => counted?.forEach((n, kind) => (left[kind]! -= n))
  for (let seat = 0; seat < view.seats; seat++) {
    if (open(view.hand[seat])) take(view.hand[seat])
    else [view.sure, view.seen].forEach((rows) => take(rows[seat]))
    if (open(view.laid[seat])) take(view.laid[seat])
    else take(view.shown[seat])
  }
  for (const kind of discards(view)) left[kind]! -= 1
  return SORTS.map((sort) => ({
    sort,
    count: left.reduce((sum, n, kind) => sum + (faceOf(kind).sort === sort ? n : 0), 0),
  }))
}

// --- The plan ---

/** A die of the plan: an object, "escape 3", or one that has not fallen yet. */
export type Die = Thing | 'escape' | null
export interface Plan {
  objects: Die[]
  /** what the escape die shows; null before it falls */
  escape: number | null
  /** are the faces known one by one? else `escape` is all points together */
  exact: boolean
}

/** The dice as they fell, by what was told of them; what the plan asks for, if that was not told. */
export function planOf(view: View, events: GameEvent[]): Plan {
  const waiting = Array<null>(view.dice).fill(null)
  const { objects, escape } = thrown(events)
  const planned = OBJECTS.flatMap((thing, i) => Array<Thing>(view.need[i] ?? 0).fill(thing))
  const bonus = 3 * objects.filter((face) => face === 'escape').length
  const same =
    planned.join() ===
    objects
      .filter((face) => face !== 'escape')
      .sort(byObject)
      .join()
  if (same && bonus + (view.last_die > 0 ? 0 : (escape ?? 0)) === view.points && (view.last_die > 0 || escape)) {
    return { objects: [...objects, ...waiting], escape: view.last_die > 0 ? null : escape, exact: true }
  }
  return { objects: [...planned, ...waiting], escape: view.last_die > 0 ? null : view.points, exact: false }
}

function byObject(one: Die, two: Die): number {
  return OBJECTS.indexOf(one as Thing) - OBJECTS.indexOf(two as Thing)
}

/** The faces of the last throw that was told. */
function thrown(events: GameEvent[]): { objects: Die[]; escape: number | null } {
  const objects: Die[] = []
  let escape: number | null = null
  for (let i = events.length - 1; i >= 0; i--) {
    const { message, args } = events[i]!
    if (message === 'throw') objects.unshift(args.face as Die)
    else if (objects.length > 0) break
    else if (message === 'escape-die') escape = Number(args.face)
    else if (!message.startsWith('deal') && escape !== null) break
  }
  return { objects, escape }
}

/** One line of the list: an object of the plan, or the points. */
export interface Item {
  what: Thing | 'points'
  have: number
  need: number
}

/** S17-40, S17-41: what the plan asks of a seat, and how much of it its laid cards supply at best. */
export function checklist(view: View, seat: number): Item[] {
  const wanted = view.need.flatMap((n, thing) => Array<number>(n).fill(thing))
  const cards = cardsOf(view.laid[seat]).map(supplied)
  const owner = new Map<number, number>() // which card supplies which wanted object
  wanted.forEach((_, i) => place(i, wanted, cards, owner, new Set()))
  const supply = new Set(owner.values())
  const items = OBJECTS.map((what, thing) => ({
    what,
    have: wanted.filter((wants, i) => wants === thing && supply.has(i)).length,
    need: view.need[thing] ?? 0,
  }))
  const points = cardsOf(view.laid[seat]).reduce((sum, kind) => sum + faceOf(kind).points, 0)
  const pointsItem = { what: 'points' as const, have: points, need: view.points + (view.surveillance[seat] ?? 0) }
  return [...items.filter(({ need }) => need > 0), pointsItem]
}

export function missing(items: Item[]): number {
  return items.filter(({ have, need }) => have < need).length
}

/** The objects, by number, that a laid card can supply. */
function supplied(kind: number): number[] {
  const { sort, things } = faceOf(kind)
  return sort === 'barracks' ? [0, 1, 2, 3, 4] : things.map((thing) => OBJECTS.indexOf(thing))
}

/** Find a card for a wanted object, moving others to other cards if need be. */
function place(
  i: number,
  wanted: number[],
  cards: number[][],
  owner: Map<number, number>,
  tried: Set<number>,
): boolean {
  return cards.some((card, number) => {
    if (!card.includes(wanted[i]!) || tried.has(number)) return false
    tried.add(number)
    const held = owner.get(number)
    if (held !== undefined && !place(held, wanted, cards, owner, tried)) return false
    owner.set(number, i)
    return true
  })
}

// --- What has happened ---

/** The last that was told with one of these messages. */
export function latest(events: GameEvent[], ...messages: string[]): GameEvent | undefined {
  return events.filter(({ message }) => messages.includes(message)).at(-1)
}

/** Who has just failed to escape. */
export function failedIn(fresh: GameEvent[]): number[] {
  return fresh.filter(({ message }) => message === 'attempt-fails').map(({ seat }) => seat)
}

/** Has someone at the table acted, and not only the dice and the deck? */
export function actedIn(fresh: GameEvent[]): boolean {
  return fresh.some(({ seat }) => seat >= 0)
}

/** Was a hand shown at a roll-call? */
export function wasCalled(view: View): boolean {
  return [...view.called, ...view.uncovered].some((counted) => counted.some((n) => n > 0))
}

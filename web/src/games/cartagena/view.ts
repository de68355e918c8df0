// What a view of Cartagena holds, and what can be read from it. Places are numbers: 0 is outside, at the fortress; 1 to 36
// are the spaces of the tunnel; 37 is the boat.

import type { Offer } from '../../lib/board'
import type { GameEvent } from '../../lib/protocol'

export const NONE = -1 // nothing there
export const UNKNOWN = -2 // something there that this observer may not see

export const SYMBOLS = ['hook', 'jug', 'parrot', 'pistol', 'tricorne', 'keys'] as const
export type Card = (typeof SYMBOLS)[number]

export const OUTSIDE = 0
export const BOAT = 37
export const SPACES = Array.from({ length: 36 }, (_, i) => i + 1)
export const PLACES = [OUTSIDE, ...SPACES, BOAT]
export const TURN = 3 // actions in a turn, at the most: so many marks are drawn

/** The fields of the game's field table that are drawn. */
export interface View {
  seats: number
  tortuga: number
  open: number
  tunnel: number[]
  pirates: number[][]
  crowd: number[]
  hand: number[][]
  played: number[][]
  held: number[]
  left: number
  row: number[]
  front: number
  laid: number
  to_deal: number
  player: number
  done: number
  actions: number
  turn: number
}

/** Something a pirate can do: play `card`, or go back and draw `count` cards. `end` is where it would lead. */
export interface Move {
  action: number
  card: Card | 'retreat'
  start: number
  end: number | undefined
  count: number
}

export function symbolAt(view: View, place: number): Card | undefined {
  return SYMBOLS[view.tunnel[place] ?? NONE]
}

/** Is the tunnel laid, and has everyone a hand? */
export function laidOut(view: View): boolean {
  return view.player !== NONE && view.to_deal >= view.seats
}

/** The cards of a hand by symbol; nothing if this observer may not see them. */
export function handOf(view: View, seat: number): number[] | null {
  const hand = view.hand[seat]
  return !hand || hand.includes(UNKNOWN) ? null : hand
}

export function discards(view: View): number {
  return view.played.flat().reduce((sum, n) => sum + n, 0)
}

/** Tortuga's row from its front on: where each card lies, and which it is. */
export function rowOf(view: View): { at: number; card: Card }[] {
  const lying = view.row.map((symbol, at) => ({ at, card: SYMBOLS[symbol] }))
  return lying.filter((one): one is { at: number; card: Card } => one.at >= view.front && one.card !== undefined)
}

/** The card on top of the discard pile: the last that was played, unless the pile has become the deck since. */
export function lastPlayed(view: View, events: GameEvent[]): Card | undefined {
  if (discards(view) === 0) return undefined
  const last = events.filter((one) => one.message.startsWith('advance')).at(-1)
  return SYMBOLS.find((symbol) => symbol === last?.args.card)
}

/** A place by its name in records and messages. */
export function placeOf(name: unknown): number | undefined {
  if (name === 'outside') return OUTSIDE
  if (name === 'boat') return BOAT
  const place = Number(name)
  return Number.isInteger(place) && place >= OUTSIDE && place <= BOAT ? place : undefined
}

/** A place's name in records: what `codeOf` understands. */
export function nameOf(place: number): string {
  return place === OUTSIDE ? 'outside' : place === BOAT ? 'boat' : String(place)
}

/** The offers that move a pirate; "stop" and "pass" are not among them. */
export function movesOf(offers: Offer[]): Move[] {
  return offers.flatMap((offer) => moveOf(offer) ?? [])
}

function moveOf({ action, name, args }: Offer): Move | undefined {
  const [, what, from] = /^(\w+) from (\w+)$/.exec(name) ?? []
  const start = placeOf(from)
  const card = what === 'retreat' ? what : SYMBOLS.find((symbol) => symbol === what)
  if (start === undefined || card === undefined) return undefined
  return { action, card, start, end: placeOf(args.end), count: Number(args.count ?? 0) }
}

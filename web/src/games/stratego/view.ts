// What a board of Stratego is drawn from: a view, what was offered and what was told. Nothing here knows a rule.

import type { Offer } from '../../lib/board'
import type { GameInfo, Possibility, GameEvent } from '../../lib/protocol'

export const NONE = -1
export const SET_UP = 1
export const PLAY = 2
export const CLASSIC = 1
export const SIZE = 8

/** The fields of a view; pieces and squares by number, seat 0's pieces first. */
export interface View {
  army: number[]
  limit: number
  memory: number
  phase: number
  red: number
  board: number[]
  at: number[]
  rank: number[]
  shown: number[]
  moved: number[]
  came_from: number[]
  went_to: number[]
  shuttles: number[]
  quiet: number
  offered: number[]
  winner: number
}

export type Observer = number | null | 'all'
export type Colour = 'red' | 'blue' | 'none'

/** The names of ranks and squares, by number. */
export interface Names {
  ranks: string[]
  squares: string[]
}

export function namesOf(game: GameInfo): Names {
  const labels = (field: string) => game.fields.find((known) => known.name === field)?.labels[0] ?? []
  return { ranks: labels('army'), squares: labels('board') }
}

// --- Sides ---

/** How many pieces a side has. */
export function menOf(view: View): number {
  return view.at.length / 2
}

export function seatOf(view: View, piece: number): number {
  return piece < menOf(view) ? 0 : 1
}

/** A side's pieces, in the order in which they are placed. */
export function piecesOf(view: View, seat: number): number[] {
  const men = menOf(view)
  return Array.from({ length: men }, (_, i) => seat * men + i)
}

export function colourOf(view: View, seat: number): Colour {
  if (view.red === NONE) return 'none'
  return view.red === seat ? 'red' : 'blue'
}

/** Whose side of the board is at the bottom: one's own, and red's for who has none. */
export function bottomOf(view: View, observer: Observer): number {
  if (typeof observer === 'number') return observer
  return Math.max(view.red, 0)
}

/** The squares as they are seen from a side, row by row from the top left. */
export function squaresFrom(seat: number): number[] {
  const squares = Array.from({ length: SIZE * SIZE }, (_, i) => i)
  if (seat === 1) return squares.map((i) => SIZE * Math.floor(i / SIZE) + (SIZE - 1 - (i % SIZE)))
  return squares.map((i) => SIZE * (SIZE - 1 - Math.floor(i / SIZE)) + (i % SIZE))
}

/** Where a square is seen from a side: column and row from the top left. */
export function placeOf(square: number, seat: number): { column: number; row: number } {
  const column = square % SIZE
  const row = Math.floor(square / SIZE)
  return seat === 1 ? { column: SIZE - 1 - column, row } : { column, row: SIZE - 1 - row }
}

// --- Moves ---

/** The two squares that a move's name speaks of. */
export function wayOf(name: string | undefined, names: Names): { start: number; end: number } | undefined {
  const [start, end] = (name ?? '').split('-').map((square) => names.squares.indexOf(square))
  return start === undefined || end === undefined || start < 0 || end < 0 ? undefined : { start, end }
}

/** What is offered, by the square it starts from and the square it ends on. */
export function movesOf(offers: Offer[], names: Names): Map<number, Map<number, Offer>> {
  const moves = new Map<number, Map<number, Offer>>()
  for (const offer of offers) {
    const way = wayOf(offer.name, names)
    if (!way) continue
    const ends = moves.get(way.start) ?? new Map<number, Offer>()
    moves.set(way.start, ends.set(way.end, offer))
  }
  return moves
}

/** A move or an attack, as it was told. */
export interface Move {
  event: GameEvent
  start: number
  end: number
  attack: boolean
}

/** The moves among what was told. */
export function playedMoves(events: GameEvent[], names: Names): Move[] {
  return events.flatMap((one) => {
    const attack = one.message.startsWith('attack-')
    if (!attack && one.message !== 'move') return []
    const start = names.squares.indexOf(String(one.args.start))
    const end = names.squares.indexOf(String(one.args.end))
    return [{ event: one, start, end, attack }]
  })
}

/** The moves since this observer last acted, that one included; for who has no seat, the last one. */
export function recentOf(moves: Move[], observer: Observer): Move[] {
  if (typeof observer !== 'number') return moves.slice(-1)
  const own = moves.map((move) => move.event.seat).lastIndexOf(observer)
  return moves.slice(Math.max(own, 0))
}

// --- Ranks ---

/** The rank that is drawn on a piece, if any. A table's classic memory turns the enemy's pieces over again. */
export function rankShown(
  view: View,
  piece: number,
  observer: Observer,
  over: boolean,
  recent: Move[],
): number | undefined {
  const rank = view.rank[piece]!
  if (rank < 0) return undefined
  const own = observer === 'all' || observer === seatOf(view, piece)
  if (view.memory !== CLASSIC || own || over) return rank
  return recent.some((move) => move.attack && move.end === view.at[piece]) ? rank : undefined
}

/** What a side has of a rank: how many stand, how many were removed. */
export interface Count {
  rank: number
  left: number
  lost: number
}

/** A side's army by rank, strongest first, what never moves last. */
export function armyOf(view: View, seat: number): Count[] {
  const gone = piecesOf(view, seat).filter((piece) => view.at[piece] === NONE && view.phase === PLAY)
  return sorted(view.army.map((_, rank) => rank)).flatMap((rank) => {
    const lost = gone.filter((piece) => view.rank[piece] === rank).length
    return view.army[rank] ? [{ rank, left: view.army[rank] - lost, lost }] : []
  })
}

/** Ranks as they are listed: from the strongest down, then the one that is highest of all by number, the bomb. */
function sorted(ranks: number[]): number[] {
  const down = [...ranks].reverse()
  return [...down.slice(1, -1), ...down.slice(0, 1), ...down.slice(-1)]
}

/** What a hidden piece can be, as the server counts it: ranks and their chances. */
export function possibleRanks(known: Possibility[], piece: number): [string, number][] {
  return known.find(({ field, index }) => field === 'rank' && index.length === 1 && index[0] === piece)?.odds ?? []
}

// --- Counters ---

/** Do quiet moves begin to matter? */
export function quietMatters(view: View): boolean {
  return view.phase === PLAY && view.limit > 0 && 4 * view.quiet >= 3 * view.limit
}

/** Sides whose piece has gone to and fro so often that it begins to matter. */
export function shuttling(view: View): number[] {
  return view.phase === PLAY ? [0, 1].filter((seat) => view.shuttles[seat]! >= 3) : []
}

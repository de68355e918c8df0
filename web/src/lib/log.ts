// A match in lines: what was told, in words, without the many small things that a reader would skip.

import type { GameEvent, GameInfo, SeatInfo } from './protocol'
import { calledBy, named, withNames } from './people'
import type { Format } from './words.svelte'

export interface Line {
  ply: number
  seat: number
  text: string
  /** how often it was said in a row */
  times: number
}

/** One event as a sentence; a game without words gives its actions' names. */
export function sentence(
  event: GameEvent,
  gameText: Format,
  table: Format,
  seats: SeatInfo[],
  observer: number | null | 'all',
  game: Pick<GameInfo, 'actions' | 'seat_args'> | undefined,
): string {
  const [words, seatArgs] = event.message.startsWith('table-') ? [table, ['who']] : [gameText, game?.seat_args ?? []]
  if (event.message) return words(event.message, named(event.args, seats, observer, seatArgs))
  return withNames(game?.actions[event.action] ?? '', (seat) => calledBy(seats, observer, seat))
}

/** The lines of the log: what was dealt before the start is left out, and what repeats stands once. */
export function linesOf(events: GameEvent[], word: (event: GameEvent) => string): Line[] {
  const lines: Line[] = []
  for (const one of events) {
    if (one.early) continue
    const text = word(one)
    const last = lines.at(-1)
    if (last && last.text === text && last.seat === one.seat) {
      last.times += 1
      last.ply = one.ply
    } else lines.push({ ply: one.ply, seat: one.seat, text, times: 1 })
  }
  return lines
}

// A match in lines: what was told, in words, without the many small things that a reader would skip.

import type { SeatInfo, Told } from './protocol'
import { named } from './people'
import type { Say } from './words.svelte'

export interface Line {
  ply: number
  seat: number
  text: string
  /** how often it was said in a row */
  times: number
}

/** One thing told, as a sentence; a game without words is told by its actions' names. */
export function sentence(
  told: Told,
  say: Say,
  table: Say,
  seats: SeatInfo[],
  eyes: number | null | 'all',
  names: string[],
): string {
  const words = told.message.startsWith('table-') ? table : say
  if (told.message) return words(told.message, named(told.args, seats, eyes))
  return names[told.action] ?? ''
}

/** All lines worth reading: what was dealt before the start is left out, and what repeats is said once. */
export function linesOf(told: Told[], word: (told: Told) => string): Line[] {
  const lines: Line[] = []
  for (const one of told) {
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

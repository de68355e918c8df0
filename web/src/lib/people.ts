// What players are called.

import type { SeatInfo } from './protocol'
import { t, type Args } from './words.svelte'

// A bot's name by its seat: two at one table are told apart.
const BOTS = [
  ...['Anne', 'Blas', 'Cato', 'Dora', 'Emil', 'Flora', 'Gaspar', 'Hedi'],
  ...['Ivo', 'Jana', 'Karol', 'Lida', 'Milo', 'Nora', 'Otto', 'Petra'],
]

/** A player's name; who sits nowhere yet is a free seat. */
export function nameOf(seat: SeatInfo): string {
  if (seat.kind === 'bot') return BOTS[seat.seat % BOTS.length]!
  return seat.name || t(seat.kind === 'invited' ? 'seat-invited' : 'seat-open')
}

/** What sort of player it is, in a word or two; nothing for a person. */
export function sortOf(seat: SeatInfo): string {
  if (seat.kind === 'bot') return t('bot-of-level', { level: t(`bot-${seat.bot}`) })
  if (seat.kind === 'outside') return t('seat-outside')
  return seat.replaced ? t('seat-replaced') : ''
}

/** A name that no message can take for one of its own words: somebody may be called "you". */
function apart(name: string): string {
  return name.toLowerCase() === 'you' ? `${name}\u200d` : name
}

/** What a seat's player is called by this reader. */
export function calledBy(seats: SeatInfo[], observer: number | null | 'all', seat: number): string {
  const found = seats.find((one) => one.seat === seat)
  return seat === observer ? t('you') : found ? nameOf(found) : t('seat-number', { seat: seat + 1 })
}

/**
 * A message's arguments with names for those that are seats: "you" for the reader's own, which each language has its
 * forms for.
 */
export function named(args: Args, seats: SeatInfo[], observer: number | null | 'all', seatArgs: string[]): Args {
  const found: Args = { ...args }
  for (const part of seatArgs) {
    const seat = args[part]
    if (typeof seat !== 'number' || seat < 0) continue
    const info = seats.find((one) => one.seat === seat)
    found[part] = seat === observer ? 'you' : info ? apart(nameOf(info)) : seat
  }
  return found
}

/** The name of an action with players' names for its seats, which the rules count from 0. */
export function withNames(name: string, playerName: (seat: number) => string): string {
  return name.replaceAll(/\bseat (\d+)\b/g, (_, seat) => playerName(Number(seat)))
}

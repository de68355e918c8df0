// Rated games: what they need, and how ratings are shown.

import type { ClockRequest, SeatInfo, SeatRequest } from './protocol'

export type Need = 'account' | 'clock' | 'people' | 'seats' | 'left'

/** What is missing before a table can be rated. The server checks it, too. */
export function needsOf(account: boolean, clock: ClockRequest['kind'], left: string, seats: SeatRequest[]): Need[] {
  const mine = seats.filter((seat) => seat.kind === 'me').length
  const missing: Record<Need, boolean> = {
    account: !account,
    clock: clock === 'none',
    people: seats.some((seat) => seat.kind === 'bot' || seat.kind === 'guest'),
    seats: seats.length < 2 || mine > 1,
    left: left === 'bot',
  }
  return (Object.keys(missing) as Need[]).filter((need) => missing[need])
}

/** A rating, with a question mark while it is provisional; nothing where nobody has one. */
export function ratingOf(seat: Pick<SeatInfo, 'rating' | 'provisional'>): string {
  return seat.rating === null ? '' : `${seat.rating}${seat.provisional ? '?' : ''}`
}

/** By how much a match changed a rating, with its sign. */
export function changeOf(change: number): string {
  return change < 0 ? `−${-change}` : `+${change}`
}

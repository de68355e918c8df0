// Pirates of one owner are alike in the rules. To let one be seen walking, each gets a name here and keeps it.

import { BOAT, PLACES, type View } from './view'

export interface Pirate {
  id: string
  seat: number
  place: number
  /** when it came there: who stood first, stands first */
  since: number
}

/** The pirates of a view, each as near as can be to where it was before. */
export function follow(before: Pirate[], view: View): Pirate[] {
  const now = 1 + before.reduce((last, pirate) => Math.max(last, pirate.since), 0)
  return range(view.seats).flatMap((seat) => {
    const known = before.filter((pirate) => pirate.seat === seat)
    return known.length ? moved(known, view.pirates[seat]!, now) : fresh(seat, view.pirates[seat]!)
  })
}

function fresh(seat: number, counts: number[]): Pirate[] {
  const places = PLACES.flatMap((place) => Array<number>(counts[place] ?? 0).fill(place))
  return places.map((place, i) => ({ id: `${seat}-${i}`, seat, place, since: 0 }))
}

function moved(known: Pirate[], counts: number[], now: number): Pirate[] {
  const room = [...counts]
  const stays = known.map((pirate) => room[pirate.place]! > 0 && room[pirate.place]!-- > 0)
  const places = PLACES.flatMap((place) => Array<number>(room[place]!).fill(place))
  return known.map((pirate, i) => (stays[i] ? pirate : { ...pirate, place: places.shift() ?? BOAT, since: now }))
}

/** Who stands on a place, first comers first; at both ends of the tunnel each crew by itself. */
export function standing(pirates: Pirate[], place: number): Pirate[] {
  return pirates.filter((pirate) => pirate.place === place).sort((a, b) => a.since - b.since || a.seat - b.seat)
}

function range(n: number): number[] {
  return Array.from({ length: n }, (_, i) => i)
}

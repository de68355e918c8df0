// Recorded moments, for tests. The file names the cards that are counted in views, and what differs from the first one.

import type { Offer } from '../../lib/board'
import type { GameEvent } from '../../lib/protocol'
import recorded from './sample.json'
import { UNKNOWN, type View } from './view'

export type Moment = keyof typeof recorded

const COUNTED = ['hand', 'laid', 'sure', 'seen', 'shown', 'called', 'uncovered']
const KINDS = recorded.turn.view.copies.length

function counted(kinds: number[] | null): number[] {
  return Array.from({ length: KINDS }, (_, kind) => kinds?.filter((other) => other === kind).length ?? UNKNOWN)
}

function field(name: string, value: unknown): unknown {
  if (COUNTED.includes(name)) return (value as (number[] | null)[]).map(counted)
  return name === 'added' ? counted(value as number[]) : value
}

export function moment(name: Moment): { view: View; offers: Offer[]; fresh: GameEvent[] } {
  const { view, offers, fresh } = recorded[name]
  const fields = Object.entries({ ...recorded.turn.view, ...view }).map(([key, value]) => [key, field(key, value)])
  const events = fresh.map((event, i) => ({ ply: i + 1, early: false, at: 0, ...event }))
  return { view: Object.fromEntries(fields) as View, offers, fresh: events }
}

// Set-ups while they are made: the names of ranks, in the order in which they are placed.

import type { GameInfo } from '../../lib/protocol'
import { SIZE, type Names, type View } from './view'

export type Plan = string[]

const PLACE = 'place '

/** The ready-made set-ups of the game that fit this table. */
export function presetsOf(game: GameInfo, fitting: (plan: Plan) => boolean): Record<string, Plan> {
  const rank = (code: number) => (game.actions[code] ?? '').slice(PLACE.length)
  const plans = Object.entries(game.presets).map(([name, codes]) => [name, codes.map(rank)] as const)
  return Object.fromEntries(plans.filter(([, plan]) => fitting(plan)))
}

/** The actions that place a plan, from its first piece that does not stand yet. */
export function codesOf(plan: Plan, placed: number, codeOf: (name: string) => number | undefined): number[] {
  return plan.slice(placed).flatMap((rank) => codeOf(PLACE + rank) ?? [])
}

/** The army in any order. */
export function shuffled(view: View, names: Names, chance: () => number = Math.random): Plan {
  const plan = view.army.flatMap((count, rank) => Array<string>(count).fill(names.ranks[rank]!))
  for (let i = plan.length - 1; i > 0; i--) {
    const j = Math.floor(chance() * (i + 1))
    ;[plan[i], plan[j]] = [plan[j]!, plan[i]!]
  }
  return plan
}

/** Left and right exchanged. */
export function mirrored(plan: Plan): Plan {
  const rows = Array.from({ length: plan.length / SIZE }, (_, row) => plan.slice(row * SIZE, (row + 1) * SIZE))
  return rows.flatMap((row) => row.reverse())
}

export function same(one: Plan, other: Plan): boolean {
  return one.length === other.length && one.every((rank, i) => rank === other[i])
}

/** Is this plan the whole army of this table? */
export function fits(plan: Plan, view: View, names: Names): boolean {
  return same([...plan].sort(), shuffled(view, names).sort())
}

/** A plan that keeps what stands already and comes as near to another as it can. */
export function keeping(stands: Plan, plan: Plan): Plan {
  const rest = [...plan]
  for (const rank of stands) rest.splice(rest.indexOf(rank), 1)
  return [...stands, ...rest]
}

// --- One's own, kept in this browser ---

const KEY = 'escapade-stratego-set-ups'

export function savedSetups(): Record<string, Plan> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    if (typeof found !== 'object' || found === null) return {}
    return Object.fromEntries(Object.entries(found).filter(([, plan]) => isPlan(plan)))
  } catch {
    return {} // a browser that keeps nothing, or something that was not ours
  }
}

export function isPlan(plan: unknown): plan is Plan {
  return Array.isArray(plan) && plan.every((rank) => typeof rank === 'string')
}

/** Keep these set-ups, and no others. */
export function saveSetups(plans: Record<string, Plan>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(plans))
  } catch {
    // a browser that keeps nothing: they last until the page is left
  }
}

// What a view of any game holds, read with its field table; and how a long list of actions is put in order.

import type { Offer } from '../../lib/board'
import type { FieldInfo } from '../../lib/protocol'

export const NONE = -1
export const UNKNOWN = -2
export const CHANCE = -1 // of the field `turn`
export const OVER = -2
const MANY = 12 // labels: of a longer row only what holds something is shown; actions: a longer list is divided

/** How a cell looks: a number as it is, a name, nothing there, or something that this view may not show. */
export type Look = 'plain' | 'nothing' | 'hidden'

/** Has each seat a row of this field? */
export function isBySeat(field: FieldInfo): boolean {
  return field.axes[0] === 'seat'
}

/** Does a field say yes or no? Then its meaning says what 1 is. */
export function isFlag(field: FieldInfo): boolean {
  return field.about.startsWith('1: ') && !field.holds.length && !field.bits.length
}

/** A name of a field table as people write it. */
export function titleOf(field: FieldInfo): string {
  return field.name.replaceAll('_', ' ')
}

/** What a field means, as players read it: its cells say yes and no, and – where nothing is. */
export function meaningOf(field: FieldInfo): string {
  return (isFlag(field) ? field.about.slice(3) : field.about).replaceAll(/\bNONE\b/g, '–')
}

export function lookOf(field: FieldInfo, value: number): Look {
  if (value === UNKNOWN && field.name !== 'turn') return 'hidden'
  if (value === NONE && field.name !== 'turn') return 'nothing'
  return value === 0 && !field.holds.length ? 'nothing' : 'plain'
}

/** The names that a cell's number stands for; the number itself where it has none. */
export function namesOf(field: FieldInfo, value: number): string {
  if (field.bits.length) return field.bits.filter((_, i) => (value >> i) & 1).join(' + ') || '–'
  if (value === NONE) return '–'
  return field.holds[value] ?? String(value)
}

/** Every cell of a value, in order. */
export function cellsOf(value: unknown): number[] {
  return Array.isArray(value) ? value.flatMap(cellsOf) : [value as number]
}

export function isHidden(field: FieldInfo, value: unknown): boolean {
  return cellsOf(value).every((cell) => lookOf(field, cell) === 'hidden')
}

export function isEmpty(field: FieldInfo, value: unknown): boolean {
  return cellsOf(value).every((cell) => lookOf(field, cell) === 'nothing')
}

/** Which places along an axis are shown: all of a short row, of a long one those that hold something. */
export function shownPlaces(field: FieldInfo, row: unknown[]): number[] {
  const all = row.map((_, i) => i)
  return row.length > MANY ? all.filter((i) => !isEmpty(field, row[i])) : all
}

/** The seats in the order of play, the observer's first. */
export function seatOrder(seats: number, observer: number | null | 'all'): number[] {
  const first = typeof observer === 'number' ? observer : 0
  return Array.from({ length: seats }, (_, i) => (first + i) % seats)
}

/** A button: an action, and what stands on it below the words that it shares with its neighbours. */
export interface Choice {
  action: number
  text: string
  full: string
}

/** Actions that begin with the same words. */
export interface Group {
  heading: string
  choices: Choice[]
  groups: Group[]
}

/** Actions by their verbs: those that are alone first, without a heading; long lists are divided by their words. */
export function groupsOf(offers: Offer[], verbs: number[], worded: (offer: Offer) => string): Group[] {
  const families = new Map<number, Choice[]>()
  for (const offer of offers) {
    const verb = verbs.findLastIndex((first) => first <= offer.action)
    const full = worded(offer)
    families.set(verb, [...(families.get(verb) ?? []), { action: offer.action, text: full, full }])
  }
  const found = [...families.values()]
  const alone = found.filter((family) => family.length === 1).flat()
  const groups = found.filter((family) => family.length > 1).map((family) => divided(family))
  return alone.length ? [...groups, { heading: '', choices: alone, groups: [] }] : groups
}

/** Take the words that all begin with into the heading, and divide what is still long by the next word. */
function divided(family: Choice[]): Group {
  const words = family.map((choice) => choice.text.split(' '))
  let same = 0
  while (words.every((one) => one.length > same + 1 && one[same] === words[0]![same])) same += 1
  const heading = words[0]!.slice(0, same).join(' ')
  const choices = family.map((choice, i) => ({ ...choice, text: words[i]!.slice(same).join(' ') }))
  if (choices.length <= MANY) return { heading, choices, groups: [] }
  const parts = new Map<string, Choice[]>()
  for (const choice of choices) {
    const word = choice.text.split(' ')[0]!
    parts.set(word, [...(parts.get(word) ?? []), choice])
  }
  if (parts.size < 2 || parts.size > choices.length / 2) return { heading, choices, groups: [] }
  const alone = [...parts.values()].filter((part) => part.length === 1).flat()
  const groups = [...parts.values()].filter((part) => part.length > 1).map(divided)
  return { heading, choices: alone, groups }
}

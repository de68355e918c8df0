// Short notices at the edge of the page: what was refused and why, what was copied. They go by themselves.

import { Refusal } from './api'
import { t } from './words.svelte'

export interface Notice {
  id: number
  text: string
  /** the clause that says so, and its game */
  clause: string
  game: string
  bad: boolean
}

const LASTS = 7000 // milliseconds
let last = 0

export const notices = $state<Notice[]>([])

export function notify(text: string, { bad = false, clause = '', game = '' } = {}): void {
  const id = ++last
  const same = notices.findIndex((notice) => notice.text === text)
  if (same >= 0) notices.splice(same, 1)
  notices.push({ id, text, clause, game, bad })
  setTimeout(() => dismiss(id), LASTS)
}

export function dismiss(id: number): void {
  const found = notices.findIndex((notice) => notice.id === id)
  if (found >= 0) notices.splice(found, 1)
}

/** Tell what went wrong. */
export function complain(error: unknown): void {
  if (error instanceof Refusal && error.error === 'offline') notify(t('server-silent'), { bad: true })
  else notify(error instanceof Error ? error.message : String(error), { bad: true })
}

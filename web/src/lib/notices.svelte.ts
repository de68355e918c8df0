// Short notices at the edge of the page: what was refused and why, what was copied. They go by themselves.

import { Refusal } from './api'
import { settings } from './settings.svelte'
import { t, asSentence } from './words.svelte'

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

/** What went wrong, in words: the server's own in English, which are more exact, else the sort of it. */
export function errorText(error: unknown): string {
  if (!(error instanceof Refusal)) return error instanceof Error ? error.message : String(error)
  if (error.error === 'offline') return t('server-silent')
  return settings.language === 'en' ? asSentence(error.message) : t(`problem-${error.error}`)
}

/** Tell what went wrong. */
export function showError(error: unknown): void {
  notify(errorText(error), { bad: true })
}

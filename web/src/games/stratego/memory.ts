// What one pair of eyes has begun or noted at this table, kept in this window until it is closed, so that opening the
// page anew loses nothing. The page's address says which table it is.

import type { Eyes } from './view'

function key(what: string, eyes: Eyes): string {
  return `escapade-stratego ${what} ${eyes} ${location.pathname}`
}

export function recall(what: string, eyes: Eyes): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key(what, eyes)) ?? 'null')
  } catch {
    return null // a browser that keeps nothing, or something that was not ours
  }
}

export function remember(what: string, eyes: Eyes, value: unknown): void {
  try {
    sessionStorage.setItem(key(what, eyes), JSON.stringify(value))
  } catch {
    // a browser that keeps nothing: it lasts until the page is left
  }
}

// What one observer has begun or noted at this table, kept in this window until it is closed, so that opening the
// page anew loses nothing. The page's address says which table it is.

import type { Observer } from './view'

function key(what: string, observer: Observer): string {
  return `escapade-stratego ${what} ${observer} ${location.pathname}`
}

export function recall(what: string, observer: Observer): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key(what, observer)) ?? 'null')
  } catch {
    return null // a browser that keeps nothing, or something that was not ours
  }
}

export function remember(what: string, observer: Observer, value: unknown): void {
  try {
    sessionStorage.setItem(key(what, observer), JSON.stringify(value))
  } catch {
    // a browser that keeps nothing: it lasts until the page is left
  }
}

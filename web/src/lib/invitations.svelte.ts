// Links to seats of a table. The server tells each of them once, to the host who has just made it, and keeps only a
// hash: this browser remembers them until the game begins, so that they can be copied again.

import type { TableInfo } from './protocol'

type Tokens = Record<number, string> // by seat

const KEY = 'escapade-invitations'
const MOST = 20 // tables; those that were never opened again make room

function stored(): Record<string, Tokens> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    return typeof found === 'object' && found !== null ? (found as Record<string, Tokens>) : {}
  } catch {
    return {} // a browser that keeps nothing, or something that was not ours
  }
}

let known = $state.raw(stored())

function keep(tables: Record<string, Tokens>): void {
  known = Object.fromEntries(Object.entries(tables).slice(-MOST))
  try {
    if (Object.keys(known).length) localStorage.setItem(KEY, JSON.stringify(known))
    else localStorage.removeItem(KEY)
  } catch {
    // remembered by this window, at least
  }
}

/** Remember the invitations that an answer tells. */
export function remember(table: TableInfo): TableInfo {
  if (Object.keys(table.invitations).length === 0) return table
  const { [table.code]: before, ...others } = stored()
  keep({ ...others, [table.code]: { ...before, ...table.invitations } })
  return table
}

/** The invitation to a seat, if it is told or this browser remembers it. */
export function invitationTo(table: TableInfo, seat: number): string | undefined {
  return table.invitations[seat] ?? known[table.code]?.[seat]
}

/** Forget what opens no seat any more: all of a table that has begun or was closed, else seats that are taken. */
export function forgetTaken(table: TableInfo): void {
  const { [table.code]: tokens, ...others } = stored()
  if (!tokens) return
  const invited = table.seats.filter(({ kind, seat }) => table.status === 'open' && kind === 'invited' && tokens[seat])
  if (invited.length === Object.keys(tokens).length) return
  const left = Object.fromEntries(invited.map(({ seat }) => [seat, tokens[seat]!]))
  keep(invited.length ? { ...others, [table.code]: left } : others)
}

/** Who logs out leaves nothing that opens a seat. */
export function forgetAll(): void {
  keep({})
}

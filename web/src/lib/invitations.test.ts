import { beforeEach, describe, expect, it } from 'vitest'
import { forgetAll, forgetTaken, invitationTo, remember } from './invitations.svelte'
import type { SeatInfo, TableInfo } from './protocol'

const table = (code: string, kinds: SeatInfo['kind'][], more: Partial<TableInfo> = {}): TableInfo =>
  ({ code, status: 'open', invitations: {}, seats: kinds.map((kind, seat) => ({ kind, seat })), ...more }) as TableInfo

const ME: SeatInfo['kind'][] = ['person', 'invited', 'invited']

describe('invitations', () => {
  beforeEach(forgetAll)

  it('are remembered from the one answer that tells them', () => {
    remember(table('a', ME, { invitations: { 1: 'one', 2: 'two' } }))
    remember(table('a', ME, { invitations: { 2: 'new' } }))
    remember(table('a', ME))
    expect([1, 2].map((seat) => invitationTo(table('a', ME), seat))).toEqual(['one', 'new'])
    expect(invitationTo(table('b', ME), 1)).toBeUndefined()
    expect(invitationTo(table('b', ME, { invitations: { 1: 'told' } }), 1)).toBe('told')
  })

  it('are forgotten when a seat is taken, the game begins, or who made them logs out', () => {
    for (const code of ['a', 'b', 'c', 'd']) remember(table(code, ME, { invitations: { 1: 'one', 2: 'two' } }))
    forgetTaken(table('a', ['person', 'invited', 'person']))
    expect([1, 2].map((seat) => invitationTo(table('a', ME), seat))).toEqual(['one', undefined])
    forgetTaken(table('b', ME, { status: 'closed' }))
    forgetTaken(table('c', ['person', 'person', 'person'], { status: 'running' }))
    expect(['b', 'c', 'd'].map((code) => invitationTo(table(code, ME), 1))).toEqual([undefined, undefined, 'one'])
    forgetAll()
    expect(invitationTo(table('d', ME), 1)).toBeUndefined()
    expect(localStorage.length).toBe(0)
  })

  it('of many tables make room for each other', () => {
    for (let n = 0; n < 30; n += 1) remember(table(`t${n}`, ME, { invitations: { 1: 'one' } }))
    expect(invitationTo(table('t0', ME), 1)).toBeUndefined()
    expect(invitationTo(table('t29', ME), 1)).toBe('one')
  })
})

import { describe, expect, it } from 'vitest'
import { routeOf } from './router.svelte'

describe('an address', () => {
  it('leads to its page', () => {
    expect(routeOf('/')).toEqual({ page: 'home' })
    expect(routeOf('/new/stratego')).toEqual({ page: 'new', game: 'stratego' })
    expect(routeOf('/t/abc')).toEqual({ page: 'table', code: 'abc', invitation: '' })
    expect(routeOf('/t/abc?invitation=x1')).toEqual({ page: 'table', code: 'abc', invitation: 'x1' })
    expect(routeOf('/t/abc/replay?observer=0&ply=7')).toEqual({ page: 'replay', code: 'abc' })
    expect(routeOf('/settings')).toEqual({ page: 'settings' })
  })
  it('that leads nowhere says so', () => {
    expect(routeOf('/nowhere')).toEqual({ page: 'lost' })
    expect(routeOf('/new')).toEqual({ page: 'lost' })
  })
})

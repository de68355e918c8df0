import { describe, expect, it } from 'vitest'
import type { SeatRequest } from './protocol'
import { changeOf, needsOf, ratingOf } from './rated'

const seats = (...kinds: SeatRequest['kind'][]): SeatRequest[] => kinds.map((kind) => ({ kind }))

describe('a rated game', () => {
  it('needs accounts, a clock, and people on a seat of their own', () => {
    expect(needsOf(true, 'live', 'wait', seats('me', 'open'))).toEqual([])
    expect(needsOf(true, 'days', 'forfeit', seats('invited', 'open'))).toEqual([])
    expect(needsOf(false, 'none', 'bot', seats('me', 'me', 'bot'))).toEqual([
      'account',
      'clock',
      'people',
      'seats',
      'left',
    ])
    expect(needsOf(true, 'live', 'wait', seats('me', 'guest'))).toEqual(['people'])
    expect(needsOf(true, 'live', 'wait', seats('me'))).toEqual(['seats'])
  })

  it('shows what is not sure yet, and signs', () => {
    expect(ratingOf({ rating: 1512, provisional: true })).toBe('1512?')
    expect(ratingOf({ rating: 1512, provisional: false })).toBe('1512')
    expect(ratingOf({ rating: null, provisional: false })).toBe('')
    expect([12, -7, 0].map(changeOf)).toEqual(['+12', '−7', '+0'])
  })
})

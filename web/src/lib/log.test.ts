import { describe, expect, it } from 'vitest'
import { linesOf, sentence } from './log'
import { named, nameOf } from './people'
import type { SeatInfo, GameEvent } from './protocol'

const seat = (number: number, kind: SeatInfo['kind'], name = ''): SeatInfo => ({
  seat: number,
  kind,
  name,
  bot: kind === 'bot' ? 'novice' : '',
  colour: '',
  here: true,
  mine: number === 0,
  replaced: false,
  rating: null,
  provisional: false,
  change: null,
})
const event = (ply: number, message: string, early = false): GameEvent => ({
  ply,
  seat: 1,
  action: 0,
  message,
  args: { who: 1 },
  early,
  at: 0,
})
const seats = [seat(0, 'person', 'Ada'), seat(1, 'bot'), seat(2, 'bot')]

describe('a log', () => {
  it('leaves out what was dealt before the start, and says once what repeats', () => {
    const lines = linesOf(
      [event(1, 'deal', true), event(2, 'draw'), event(3, 'draw'), event(4, 'stop')],
      (one) => one.message,
    )
    expect(lines.map((line) => [line.text, line.times, line.ply])).toEqual([
      ['draw', 2, 3],
      ['stop', 1, 4],
    ])
  })
  it('names an action where a game has no words', () => {
    expect(sentence(event(1, ''), String, String, seats, 0, { actions: ['roll'], seat_args: [] })).toBe('roll')
    const asks = { actions: ['ask seat 0 for seat 1'], seat_args: [] }
    expect(sentence(event(1, ''), String, String, seats, 2, asks)).toBe('ask Ada for Blas')
  })
})

describe('players', () => {
  it('have names of their own, also two bots of one level', () => {
    expect(new Set(seats.map(nameOf)).size).toBe(3)
  })
  it('are "you" to themselves alone', () => {
    expect(named({ who: 0, other: 1, card: 'jug' }, seats, 0, ['who', 'other'])).toEqual({
      who: 'you',
      other: 'Blas',
      card: 'jug',
    })
    expect(named({ who: 0 }, seats, 'all', ['who'])).toEqual({ who: 'Ada' })
    expect(named({ who: 'phantom' }, seats, 0, ['who'])).toEqual({ who: 'phantom' })
  })
})

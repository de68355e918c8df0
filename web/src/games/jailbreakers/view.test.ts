import { describe, expect, it } from 'vitest'
import type { GameEvent } from '../../lib/protocol'
import { CARDS, attemptOf, atMost, cardsOf, caughtBy, oddsOf, read, recent, towards, walk, type View } from './view'

const offer = (name: string) => ({ action: 7, name, message: '', args: {} })
const event = (ply: number, message: string, args: GameEvent['args'] = {}): GameEvent => ({
  ply,
  seat: 0,
  action: 0,
  message,
  args,
  early: false,
  at: 0,
})

describe('an offer is read from its name', () => {
  it.each([
    ['roll', { verb: 'roll' }],
    ['place on 12', { verb: 'place', place: 11, means: [] }],
    [
      'place on 3 with worker outfit, grappling hook and guard outfit',
      { verb: 'place', place: 2, means: ['worker outfit', 'grappling hook', 'guard outfit'] },
    ],
    ['move the guard on 3 to 11', { verb: 'move', place: 2, end: 10 }],
    ['give rope to seat 2', { verb: 'give', card: CARDS.indexOf('rope'), other: 2 }],
    ['steal money bag from the phantom', { verb: 'steal', card: CARDS.indexOf('money bag'), other: 1 }],
    ['for dye of seat 0', { verb: 'swap-for', card: CARDS.indexOf('dye'), other: 0 }],
    ['exchange soap', { verb: 'exchange', card: CARDS.indexOf('soap') }],
    ['exchange no more', { verb: 'exchange no more' }],
    ['keep no more', { verb: 'keep no more' }],
    ['attempt Riot', { verb: 'attempt', plan: 6, dummy: false }],
    ['attempt The long tunnel with bed dummy', { verb: 'attempt', plan: 8, dummy: true }],
    ['free from warden for lock pick', { verb: 'free', catcher: 'warden', card: CARDS.indexOf('lock pick') }],
    ['free from guard for materials', { verb: 'free', catcher: 'guard', card: -1 }],
    ['release from guard', { verb: 'release', catcher: 'guard' }],
  ])('%s', (name, expected) => {
    expect(read(offer(name), 1)).toEqual({ ...offer(name), ...expected })
  })

  it('and says who would be caught', () => {
    const view = { guard: [0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 1] } as unknown as View
    expect(caughtBy(view, read(offer('place on 3'), 2))).toBe('warden')
    expect(caughtBy(view, read(offer('place on 12 with worker outfit'), 2))).toBe('guard')
    expect(caughtBy(view, read(offer('place on 12 with guard outfit'), 2))).toBe('')
    expect(caughtBy(view, read(offer('place on 1'), 2))).toBe('')
  })
})

describe('guards', () => {
  const posted = (...numbers: number[]) => Array.from({ length: 12 }, (_, i) => (numbers.includes(i) ? 1 : 0))
  it('all walk on after a round, also when one stands behind another, and from 12 to 1', () => {
    const before = walk([], posted(2, 3, 11))
    expect(walk(before, posted(3, 4, 0)).map(({ id, at }) => [id, at])).toEqual([
      [0, 3],
      [1, 4],
      [2, 0],
    ])
  })
  it('stay who they are when one of them is moved', () => {
    const before = walk([], posted(2, 5, 8))
    const after = walk(before, posted(2, 8, 10))
    expect(after.find(({ id }) => id === 1)?.at).toBe(10)
    expect(after.find(({ id }) => id === 2)?.at).toBe(8)
  })
})

describe('an attempt', () => {
  const start = event(5, 'attempt', { who: 1, plan: 'riot', count: 5 })
  it('is followed card by card', () => {
    const attempt = attemptOf([
      start,
      event(6, 'snitch', { who: 0 }),
      event(7, 'turn-up', { drawn: 'success', result: 'going' }),
      event(8, 'draw-on'),
      event(9, 'turn-up', { drawn: 'snitch', result: 'asked' }),
      event(10, 'use-money-bag', { result: 'going' }),
    ])
    expect(attempt).toMatchObject({ who: 1, plan: 'riot', count: 5, snitches: 1, result: 'going', ended: -1 })
    expect(attempt?.cards.map(({ drawn, ignored }) => [drawn, ignored])).toEqual([
      ['success', false],
      ['snitch', true],
    ])
  })
  it('ends, and is past when the next turn has begun', () => {
    const end = event(8, 'turn-up', { drawn: 'failure', result: 'failed' })
    expect(attemptOf([start, end])).toMatchObject({ result: 'failed', ended: 8, past: false })
    expect(attemptOf([start, end, event(9, 'roll')])).toMatchObject({ past: true })
    expect(attemptOf([start, event(8, 'give-up'), event(9, 'keep')])).toMatchObject({ result: 'gave-up', past: false })
  })
})

describe('what else is read', () => {
  it('chances', () => {
    const odds = oddsOf([
      {
        what: '',
        field: 'known',
        index: [0],
        odds: [
          ['success', 0.6],
          ['failure', 0.4],
        ],
      },
      {
        what: '',
        field: 'deck',
        index: [],
        odds: [['0', 1]],
      },
      {
        what: '',
        field: 'deck',
        index: [],
        odds: [
          ['1', 0.5],
          ['0', 0.3],
          ['2', 0.2],
        ],
      },
    ])
    expect(odds.next[0]).toEqual(['success', 0.6])
    expect(atMost(odds, 2, 1)).toBeCloseTo(0.8)
    expect(atMost(odds, 3, 1)).toBeUndefined()
  })
  it('two cards of a kind have keys of their own', () => {
    expect(cardsOf([0, 2, 1]).map(({ key }) => key)).toEqual(['1-0', '1-1', '2-0'])
  })
  it('arrow keys lead round, and over the courtyard', () => {
    expect(towards(0, 'ArrowRight')).toBe(1)
    expect(towards(4, 'ArrowLeft')).toBe(11)
    expect(towards(0, 'ArrowUp')).toBe(0)
  })
  it('what the table says of itself is no news of the game', () => {
    expect(recent([event(1, 'roll'), event(2, 'table-left')]).map(({ ply }) => ply)).toEqual([1])
  })
})

import { describe, expect, it } from 'vitest'
import type { Offer } from '../../lib/board'
import type { GameEvent } from '../../lib/protocol'
import sample from './sample.json'
import * as seen from './view'

const names: seen.Names = { ranks: sample.ranks, squares: sample.squares }
const view: seen.View = sample.mid.view
const events = sample.mid.events as unknown as GameEvent[]
const offers: Offer[] = sample.mid.offers.map((name, action) => ({ action, name, message: '', args: {} }))
const square = (name: string) => sample.squares.indexOf(name)

describe('the board', () => {
  it('is seen from the own side, and by who watches from red’s', () => {
    expect(seen.bottomOf(view, 0)).toBe(0)
    expect(seen.bottomOf(view, null)).toBe(view.red)
    expect(seen.bottomOf({ ...view, red: seen.NONE }, 'all')).toBe(0)
    expect(names.squares[seen.squaresFrom(0)[0]!]).toBe('a8')
    expect(names.squares[seen.squaresFrom(1)[0]!]).toBe('h1')
  })

  it.each([0, 1])('has each square where it is seen from side %i', (seat) => {
    seen.squaresFrom(seat).forEach((one, i) => {
      expect(seen.placeOf(one, seat)).toEqual({ column: i % 8, row: Math.floor(i / 8) })
    })
  })
})

describe('moves', () => {
  it('are found by where they start and end', () => {
    const moves = seen.movesOf(offers, names)
    expect([...moves.get(square('d6'))!.keys()].map((end) => names.squares[end])).toEqual(['d7', 'd5', 'e6'])
    expect(moves.has(square('h8'))).toBe(false)
    expect(seen.movesOf([{ ...offers[0]!, name: 'place flag' }], names).size).toBe(0)
  })

  it('are recent since one last acted; for who watches, only the last one is', () => {
    const all = seen.playedMoves([{ ...events[0]!, message: 'colours' }, ...events], names)
    expect(all).toHaveLength(4)
    expect(seen.recentOf(all, 1).map((move) => move.event.message)).toEqual(['move', 'attack-both'])
    expect(seen.recentOf(all, null).map((move) => move.attack)).toEqual([true])
    expect(seen.recentOf([], 0)).toEqual([])
  })
})

describe('ranks', () => {
  const hidden = view.rank.findIndex((rank, piece) => rank < 0 && view.at[piece] !== seen.NONE)
  const met = view.rank.findIndex((rank, piece) => rank >= 0 && piece >= 24 && view.at[piece] !== seen.NONE)

  it('are drawn where the view has them', () => {
    expect(seen.rankShown(view, hidden, 1, false, [])).toBeUndefined()
    expect(seen.rankShown(view, met, 1, false, [])).toBe(view.rank[met])
  })

  it('are turned over again where memory is classic, but for the owner, for a while, and at the end', () => {
    const classic = { ...view, memory: seen.CLASSIC }
    const here = { event: events[3]!, start: 0, end: view.at[met]!, attack: true }
    expect(seen.rankShown(classic, met, 0, false, [])).toBeUndefined()
    expect(seen.rankShown(classic, met, null, false, [])).toBeUndefined()
    expect(seen.rankShown(classic, met, 0, false, [here])).toBe(view.rank[met])
    expect(seen.rankShown(classic, met, 0, false, [{ ...here, attack: false }])).toBeUndefined()
    expect(seen.rankShown(classic, met, 1, false, [])).toBe(view.rank[met])
    expect(seen.rankShown(classic, met, 'all', false, [])).toBe(view.rank[met])
    expect(seen.rankShown(classic, met, 0, true, [])).toBe(view.rank[met])
  })

  it('are counted, strongest first', () => {
    const army = seen.armyOf(view, 1)
    expect(army.map(({ rank }) => names.ranks[rank])).toEqual(
      'general colonel major sergeant miner scout spy bomb flag'.split(' '),
    )
    expect(army.reduce((sum, { left }) => sum + left, 0)).toBe(24 - 11)
    expect(army.every(({ rank, left, lost }) => left + lost === view.army[rank])).toBe(true)
    expect(seen.armyOf(sample.setup.view, 0).every(({ lost }) => lost === 0)).toBe(true)
  })

  it('that a piece can have are those of its own cell', () => {
    const odds: [string, number][] = [['bomb', 1]]
    const known = [
      { what: '', field: 'rank', index: [], odds: [] },
      { what: '', field: 'rank', index: [7], odds },
    ]
    expect(seen.possibleRanks(known, 7)).toEqual(odds)
    expect(seen.possibleRanks(known, 8)).toEqual([])
  })
})

describe('counters', () => {
  it.each([
    [149, 200, false],
    [150, 200, true],
    [900, 0, false],
    [40, 50, true],
  ])('%i quiet moves of %i matter: %s', (quiet, limit, matters) => {
    expect(seen.quietMatters({ ...view, quiet, limit })).toBe(matters)
  })

  it('tell of who goes to and fro', () => {
    expect(seen.shuttling({ ...view, shuttles: [2, 4] })).toEqual([1])
  })
})

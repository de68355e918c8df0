import { describe, expect, it } from 'vitest'
import type { GameEvent } from '../../lib/protocol'
import { clickCard, clickPlace, leftBy, NOTHING } from './choice'
import { follow, standing } from './crew'
import { between, boxOf, crewBox, TALL, WIDE, way } from './path'
import sample from './sample.json'
import { BOAT, handOf, lastPlayed, movesOf, OUTSIDE, placeOf, PLACES, rowOf, symbolAt, type View } from './view'

const view: View = sample.mid.view
const moves = movesOf(sample.mid.offers)

describe('what is read from a view', () => {
  it('knows places by their names', () => {
    expect(['outside', '7', 'boat', 'nowhere', undefined].map(placeOf)).toEqual([0, 7, 37, undefined, undefined])
  })

  it('sees the own hand and no other', () => {
    expect(handOf(view, 0)).toEqual([0, 0, 0, 1, 0, 2])
    expect(handOf(view, 1)).toBeNull()
  })

  it('finds symbols in the tunnel only', () => {
    expect(symbolAt(view, 1)).toBe('keys')
    expect(symbolAt(view, OUTSIDE)).toBeUndefined()
    expect(symbolAt(view, BOAT)).toBeUndefined()
  })

  it('shows the last card played, unless the pile has become the deck', () => {
    const events = sample.tortuga.events as GameEvent[]
    expect(lastPlayed(view, events)).toBe('hook')
    expect(lastPlayed({ ...view, played: view.played.map(() => [0, 0, 0, 0, 0, 0]) }, events)).toBeUndefined()
  })

  it('begins the row at its front', () => {
    const row = { ...sample.tortuga.view, row: [0, 1, 2, -1], front: 1 }
    expect(rowOf(row)).toEqual([
      { at: 1, card: 'jug' },
      { at: 2, card: 'parrot' },
    ])
  })

  it('reads every offer that moves a pirate', () => {
    expect(moves).toHaveLength(sample.mid.offers.length - 1) // all but "stop"
    expect(moves).toContainEqual({ action: 215, card: 'keys', start: 30, end: 35, count: 0 })
    expect(moves).toContainEqual({ action: 228, card: 'retreat', start: 6, end: 1, count: 2 })
  })
})

describe('choosing', () => {
  it('a card, then a pirate', () => {
    expect(clickCard(moves, NOTHING, 'keys')).toEqual({ choose: { card: 'keys' } })
    expect(clickPlace(moves, { card: 'keys' }, 30)).toEqual({ act: 215 })
  })

  it('a card, then a target; who of several is chosen last', () => {
    expect(clickPlace(moves, { card: 'keys' }, 22)).toEqual({ choose: { card: 'keys', end: 22 } })
    expect(clickPlace(moves, { card: 'keys', end: 22 }, 6)).toEqual({ act: 191 })
    expect(clickPlace(moves, { card: 'keys', end: 22 }, 30)).toBeNull()
  })

  it('a pirate, then a target or a card', () => {
    expect(clickPlace(moves, NOTHING, 30)).toEqual({ choose: { start: 30 } })
    expect(clickPlace(moves, { start: 30 }, 27)).toEqual({ act: 252 })
    expect(clickCard(moves, { start: 30 }, 'pistol')).toEqual({ act: 141 })
  })

  it('a pirate that would go back comes before the one that would join it', () => {
    expect(clickPlace(moves, { card: 'retreat' }, 30)).toEqual({ act: 252 })
    expect(clickPlace(moves, { start: 32 }, 30)).toEqual({ act: 254 })
  })

  it('several cards that lead into the boat', () => {
    const home = ['jug', 'keys'].map((card, action) => ({
      action,
      card: card as 'jug',
      start: 36,
      end: BOAT,
      count: 0,
    }))
    expect(clickPlace(home, { start: 36 }, BOAT)).toEqual({ choose: { start: 36, end: BOAT } })
    expect(clickCard(home, { start: 36, end: BOAT }, 'keys')).toEqual({ act: 1 })
  })

  it('puts back what is chosen again, and offers nothing that was not offered', () => {
    expect(clickCard(moves, { card: 'keys' }, 'keys')).toEqual({ choose: NOTHING })
    expect(clickPlace(moves, { start: 30 }, 30)).toEqual({ choose: NOTHING })
    expect(clickCard(moves, NOTHING, 'jug')).toBeNull()
    expect(clickPlace(moves, NOTHING, 9)).toBeNull()
    expect(leftBy(moves, NOTHING)).toEqual([])
  })

  it('reaches every move', () => {
    for (const move of moves) {
      expect(clickCard(moves, { start: move.start }, move.card)).toEqual({ act: move.action })
      expect(clickPlace(moves, { card: move.card }, move.start)).toEqual({ act: move.action })
    }
  })
})

describe('pirates', () => {
  it('keep their names, and the last to come stands last', () => {
    const before = follow([], view)
    expect(before).toHaveLength(18)
    const pirates = view.pirates.map((own) => [...own])
    pirates[0]![6]!--
    pirates[0]![9]!++
    const after = follow(before, { ...view, pirates })
    const moved = after.filter((pirate, i) => pirate.place !== before[i]!.place)
    expect(moved.map(({ seat, place }) => [seat, place])).toEqual([[0, 9]])
    expect(after.map((pirate) => pirate.id)).toEqual(before.map((pirate) => pirate.id))
    expect(standing(after, 9).at(-1)).toBe(moved[0])
  })

  it('walk through the tunnel, forth and back', () => {
    expect(between(3, 6)).toEqual([4, 5])
    expect(between(OUTSIDE, 2)).toEqual([1])
    expect(between(BOAT, 35)).toEqual([36])
    expect(between(4, 4)).toEqual([])
  })
})

describe.each([WIDE, TALL])('the $name picture', (layout) => {
  it('has every place inside it, and no two on each other', () => {
    const boxes = PLACES.map((place) => boxOf(layout, place))
    for (const [i, a] of boxes.entries()) {
      expect(a.x >= 0 && a.y >= 0 && a.x + a.width <= layout.width && a.y + a.height <= layout.height).toBe(true)
      for (const b of boxes.slice(i + 1)) {
        const apart = a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y
        expect(apart).toBe(true)
      }
    }
  })

  it('can be touched: 40 pixels at least, as narrow as it gets', () => {
    const scale = (layout === TALL ? 340 : 620) / layout.width
    for (const place of PLACES) {
      const { width, height } = boxOf(layout, place)
      expect(Math.min(width, height) * scale).toBeGreaterThanOrEqual(40)
    }
  })

  it('winds: each space lies beside the one before', () => {
    const { spaces } = layout
    for (let i = 2; i < spaces.length; i++) {
      const [a, b] = [spaces[i - 1]!, spaces[i]!]
      expect((a.x === b.x) !== (a.y === b.y)).toBe(true)
    }
    expect(way(layout)).toMatch(/^M/)
  })

  it('has room for five crews at both ends', () => {
    for (const place of [OUTSIDE, BOAT]) {
      const whole = boxOf(layout, place)
      for (let seat = 0; seat < 5; seat++) {
        const line = crewBox(layout, place, seat, 5)
        expect(line.x >= whole.x && line.x + line.width <= whole.x + whole.width).toBe(true)
        expect(line.y >= whole.y && line.y + line.height <= whole.y + whole.height).toBe(true)
      }
    }
  })
})

import { describe, expect, it } from 'vitest'
import { moment } from './sample'
import {
  beingDiscarded,
  checklist,
  discards,
  faceOf,
  kindsIn,
  missing,
  nameOf,
  others,
  planOf,
  cardsOf,
  unseenCounts,
  weightOf,
  type View,
} from './view'

const { view } = moment('turn')
const { view: called, fresh: fell } = moment('called')

/** The own laid cards by the numbers of their kinds. */
function laying(...kinds: number[]): View {
  const row = view.copies.map((_, kind) => kinds.filter((other) => other === kind).length)
  return { ...view, laid: [row, ...view.laid.slice(1)] }
}

describe('cards', () => {
  it('are called as in records', () => {
    expect([4, 15, 24, 25, 42, 43, 44].map(nameOf)).toEqual([
      'food 2',
      'clothes-food',
      'tool-map',
      'escape 1/1',
      'escape 6/3',
      'barracks',
      'information',
    ])
  })

  it('show what is printed on them', () => {
    expect(faceOf(23)).toMatchObject({ sort: 'double', things: ['document', 'map'] })
    expect(faceOf(38)).toMatchObject({ sort: 'escape', points: 5 })
    expect([faceOf(43).laid, faceOf(44).laid]).toEqual([4, 0])
  })

  it('are counted and weighed', () => {
    expect(cardsOf([0, 2, 1])).toEqual([1, 1, 2])
    expect(cardsOf([-2, -2])).toEqual([])
    expect(kindsIn(view.hand[0]).map(({ kind }) => nameOf(kind))).toContain('clothes-tool')
    expect(weightOf(view, view.hand[0]!)).toBe(1 + 1 + 2 + 2 + 3 + 4)
  })

  it('lie on the pile, the last one on top', () => {
    expect(discards(view)).toEqual([44, 1, 3, 6, 1])
    expect(beingDiscarded(moment('composing').view)).toHaveLength(3)
    expect(beingDiscarded(view)).toEqual([])
  })

  it('that were not seen are all others', () => {
    const sum = unseenCounts(view).reduce((total, { count }) => total + count, 0)
    const known = [view.sure, view.seen, view.shown]
      .flatMap((rows) => rows.slice(1).flat())
      .reduce((total, n) => total + n, 0)
    expect(sum).toBe(84 - view.held[0]! - view.lying[0]! - view.top - known)
  })
})

describe('seats', () => {
  it('are clockwise from the own one', () => {
    expect(others(view, 0)).toEqual([1, 2, 3])
    expect(others(view, 2)).toEqual([3, 0, 1])
    expect(others(view, null)).toEqual([0, 1, 2, 3])
  })
})

describe('the plan', () => {
  it('is read from what fell', () => {
    expect(planOf(called, fell)).toMatchObject({ exact: true })
    expect(planOf(called, fell).objects).toHaveLength(5)
  })

  it('is what it asks for where nothing was events', () => {
    expect(planOf(called, [])).toEqual({
      objects: ['document', 'tool', 'tool', 'tool', 'map'],
      escape: 5,
      exact: false,
    })
  })

  it('shows dice that have not fallen', () => {
    const falling = { ...view, need: [0, 1, 0, 0, 0], points: 0, dice: 2, last_die: 1 }
    expect(planOf(falling, [])).toMatchObject({ objects: ['food', null, null], escape: null })
  })

  it('is compared with the own laid cards', () => {
    expect(checklist(view, 0)).toEqual([
      { what: 'tool', have: 1, need: 1 },
      { what: 'map', have: 2, need: 2 },
      { what: 'points', have: 16, need: 13 },
    ])
    expect(missing(checklist(view, 0))).toBe(0)
  })

  it('lets doubles and barracks stand for what is needed', () => {
    expect(checklist(laying(24, 13), 0)).toMatchObject([{ have: 1 }, { have: 1, need: 2 }, { have: 0 }])
    expect(checklist(laying(24, 13, 43), 0)).toMatchObject([{ have: 1 }, { have: 2 }, { have: 0 }])
    expect(checklist(laying(44, 44, 44), 0)).toMatchObject([{ have: 0 }, { have: 0 }, { have: 0 }])
  })
})

import { beforeEach, describe, expect, it } from 'vitest'
import type { GameInfo } from '../../lib/protocol'
import sample from './sample.json'
import { codesOf, fits, saveSetups, keeping, savedSetups, mirrored, presetsOf, same, shuffled } from './setups'
import type { Names, View } from './view'

const names: Names = { ranks: sample.ranks, squares: sample.squares }
const view: View = sample.setup.view
const fortress = sample.presets.fortress
const actions = sample.ranks.map((rank) => `place ${rank}`)
const code = (rank: string) => actions.indexOf(`place ${rank}`)

describe('a plan', () => {
  it('comes ready-made from the game, if it fits the table', () => {
    const game = { actions, presets: { fortress: fortress.map(code), short: [0] } } as unknown as GameInfo
    expect(presetsOf(game, (plan) => fits(plan, view, names))).toEqual({ fortress })
  })

  it('is handed in from its first piece that does not stand yet', () => {
    const codeOf = (name: string) => actions.indexOf(name)
    expect(codesOf(fortress, 0, codeOf)).toEqual(fortress.map(code))
    expect(codesOf(fortress, 22, codeOf)).toEqual(fortress.slice(22).map(code))
  })

  it('is mirrored row by row', () => {
    expect(mirrored(fortress).slice(0, 8)).toEqual(fortress.slice(0, 8).reverse())
    expect(mirrored(mirrored(fortress))).toEqual(fortress)
    expect(fortress[0]).toBe('flag')
  })

  it('is the whole army, however it is shuffled', () => {
    for (let i = 0; i < 20; i++) expect(fits(shuffled(view, names), view, names)).toBe(true)
    expect(fits(fortress.slice(1), view, names)).toBe(false)
    expect(fits([...fortress.slice(1), 'bomb'], view, names)).toBe(false)
  })

  it('keeps what stands already', () => {
    expect(keeping([], fortress)).toEqual(fortress)
    const changed = keeping(['bomb', 'spy'], fortress)
    expect(changed.slice(0, 2)).toEqual(['bomb', 'spy'])
    expect(fits(changed, view, names)).toBe(true)
    expect(same(changed, fortress)).toBe(false)
  })
})

describe('one’s own set-ups', () => {
  beforeEach(() => localStorage.clear())

  it('are kept by name', () => {
    expect(savedSetups()).toEqual({})
    saveSetups({ mine: fortress })
    expect(savedSetups()).toEqual({ mine: fortress })
  })

  it.each(['null', '7', '{"a": 1, "b": ["flag", 3]}', 'not json'])('are none if %s was written there', (text) => {
    localStorage.setItem('escapade-stratego-set-ups', text)
    expect(savedSetups()).toEqual({})
  })
})

import { describe, expect, it } from 'vitest'
import { belongs, checkOf, curveOf, readAnalysis, signed, touched } from './analysis'
import type { AnalysedPly, Analysis } from './protocol'

const step = (ply: number, expectation: (number | null)[], change: (number | null)[] = [null, null]): AnalysedPly => ({
  ply,
  seat: 0,
  code: 0,
  name: '',
  expectation,
  change,
  error: change,
  skill: null,
  advice: null,
  bits: [null, null],
})
const analysis = {
  format: 'escapade analysis 1',
  game: 'cartagena',
  check: '3645 7923 7960 0a99',
  steps: [step(1, [null, null]), step(2, [0.5, 0.5]), step(3, [0.75, 0.25])],
  turning_points: [],
  end: [1, 0],
} as unknown as Analysis
const record = 'check a15e 6b86 3ce2\ncheck 5213 3645 7923 7960 0a99\n'

describe('an analysis', () => {
  it('is read from its file, and nothing else is', () => {
    expect(readAnalysis(JSON.stringify(analysis))).toEqual(analysis)
    expect(readAnalysis('{"format": "escapade analysis 9", "steps": [], "turning_points": []}')).toBeUndefined()
    expect(readAnalysis('null')).toBeUndefined()
    expect(readAnalysis('[Format "escapade 1"]')).toBeUndefined()
  })

  it('belongs to the record with its check digits', () => {
    expect(checkOf(record, 2)).toBe('7960 0a99')
    expect(belongs(analysis, 'cartagena', record)).toBe(true)
    expect(belongs(analysis, 'stratego', record)).toBe(false)
    expect(belongs(analysis, 'cartagena', record.replace('0a99', '0a98'))).toBe(false)
  })

  it('has a curve where something is known', () => {
    expect(curveOf(analysis, 0)).toEqual([
      { ply: 1, value: 0.5 },
      { ply: 2, value: 0.75 },
      { ply: 3, value: 1 },
    ])
  })

  it('tells whom chance touched most, and by how much', () => {
    expect(touched(step(1, [null, null], [0.1, -0.2]))).toBe(1)
    expect(touched(step(1, [null, null]))).toBeUndefined()
    expect([signed(0.123), signed(-0.5), signed(0)]).toEqual(['+12', '−50', '+0'])
  })
})

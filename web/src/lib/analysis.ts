// The file of an analysis, as `escapade analyse --out` writes it: is it one, and is it of this match?

import { ANALYSIS, type AnalysedPly, type Analysis } from './protocol'

/** Read a file; nothing if it is no analysis, or none that this page knows. */
export function readAnalysis(text: string): Analysis | undefined {
  try {
    const found = JSON.parse(text) as Partial<Analysis> | null
    const whole = found?.format === ANALYSIS && Array.isArray(found.steps) && Array.isArray(found.turning_points)
    return whole ? (found as Analysis) : undefined
  } catch {
    return undefined
  }
}

/** The last check digits of a record: no two matches have the same. */
export function checkOf(record: string, digits: number): string {
  const lines = record.split('\n').filter((line) => line.startsWith('check '))
  const found = lines.flatMap((line) => line.trim().split(/\s+/).slice(1))
  return found.slice(Math.max(0, found.length - digits)).join(' ')
}

/** Was an analysis made of this record? */
export function belongs(analysis: Analysis, game: string, record: string): boolean {
  return analysis.game === game && analysis.check === checkOf(record, analysis.check.split(' ').length)
}

export interface Point {
  ply: number
  value: number
}

/** How a seat stood after each ply, where that is known. */
export function curveOf(analysis: Analysis, seat: number): Point[] {
  const last = analysis.steps.at(-1)
  const points = analysis.steps.map((step) => ({ ply: step.ply - 1, value: step.expectation[seat] ?? null }))
  if (last) points.push({ ply: last.ply, value: analysis.end[seat] ?? null })
  return points.filter((point): point is Point => point.value !== null)
}

/** Whom a chance outcome touched most; nobody if nothing is known of it. */
export function touched(step: AnalysedPly): number | undefined {
  let most: number | undefined
  step.change.forEach((change, seat) => {
    if (change === null) return
    if (most === undefined || Math.abs(change) > Math.abs(step.change[most] ?? 0)) most = seat
  })
  return most
}

/** A part as whole percent with its sign. */
export function signed(part: number): string {
  const percent = Math.round(100 * part)
  return percent < 0 ? `−${-percent}` : `+${percent}`
}

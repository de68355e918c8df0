// Where everything lies in the drawing: a wide one, with the fortress on the left, the sea on the right and the tunnel going
// down and up between them; and a tall one for narrow pages, from the fortress at the top down to the sea.

import { BOAT, OUTSIDE, SPACES } from './view'

export interface Point {
  x: number
  y: number
}
export interface Box extends Point {
  width: number
  height: number
}

export interface Layout {
  name: 'wide' | 'tall'
  width: number
  height: number
  /** the centre of each space; number 0 is not used */
  spaces: Point[]
  /** a flagstone */
  stone: { width: number; height: number }
  symbol: number
  /** how big a pirate is, and how near to the next it stands */
  pirate: number
  shoulder: number
  /** where pirates wait, and where they arrive, each crew in a line of its own */
  yard: Box
  deck: Box
  /** how many crews stand beside each other there */
  abreast: number
  /** what can be clicked at the two ends */
  fortress: Box
  boat: Box
  /** where the path leaves the fortress, and where it comes out at the sea */
  gate: Point
  shore: Point
  deckPile: Point
  discardPile: Point
  pile: number
}

/** Nine short shafts, down and up by turns. */
export const WIDE: Layout = {
  name: 'wide',
  width: 900,
  height: 404,
  spaces: spaces(4, (run, step) => ({ x: 160 + 72 * run, y: 61 + 94 * (run % 2 ? 3 - step : step) })),
  stone: { width: 54, height: 84 },
  symbol: 41,
  pirate: 1,
  shoulder: 17,
  yard: { x: 20, y: 32, width: 86, height: 190 },
  deck: { x: 804, y: 206, width: 84, height: 172 },
  abreast: 1,
  fortress: { x: 6, y: 10, width: 112, height: 228 },
  boat: { x: 790, y: 190, width: 108, height: 208 },
  gate: { x: 100, y: 61 },
  shore: { x: 778, y: 343 },
  deckPile: { x: 33, y: 312 },
  discardPile: { x: 90, y: 312 },
  pile: 46,
}

/** Six rows of six, to the right and to the left by turns. */
export const TALL: Layout = {
  name: 'tall',
  width: 340,
  height: 532,
  spaces: spaces(6, (run, step) => ({ x: 32.5 + 55 * (run % 2 ? 5 - step : step), y: 126 + 56 * run })),
  stone: { width: 49, height: 49 },
  symbol: 30,
  pirate: 0.66,
  shoulder: 12,
  yard: { x: 14, y: 16, width: 216, height: 66 },
  deck: { x: 72, y: 451, width: 216, height: 66 },
  abreast: 3,
  fortress: { x: 3, y: 4, width: 238, height: 88 },
  boat: { x: 50, y: 440, width: 286, height: 88 },
  gate: { x: 32.5, y: 84 },
  shore: { x: 32.5, y: 440 },
  deckPile: { x: 261, y: 50 },
  discardPile: { x: 312, y: 50 },
  pile: 38,
}

function spaces(length: number, at: (run: number, step: number) => Point): Point[] {
  return [{ x: 0, y: 0 }, ...SPACES.map((space) => at(Math.floor((space - 1) / length), (space - 1) % length))]
}

/** The way through the tunnel, from the gate to the shore, with round corners. */
export function way(layout: Layout): string {
  const corner = Math.min(layout.stone.width, layout.stone.height) / 2
  const points = [layout.gate, ...layout.spaces.slice(1), layout.shore]
  return points
    .map((point, i) => {
      const before = points[i - 1]
      const after = points[i + 1]
      if (!before) return `M${point.x} ${point.y}`
      if (!after || straight(before, point, after)) return `L${point.x} ${point.y}`
      const a = towards(point, before, corner)
      const b = towards(point, after, corner)
      return `L${a.x} ${a.y}Q${point.x} ${point.y} ${b.x} ${b.y}`
    })
    .join('')
}

function straight(a: Point, b: Point, c: Point): boolean {
  return Math.abs((b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x)) < 1e-6
}

function towards(from: Point, to: Point, length: number): Point {
  const share = length / Math.hypot(to.x - from.x, to.y - from.y)
  return { x: round(from.x + (to.x - from.x) * share), y: round(from.y + (to.y - from.y) * share) }
}

function round(n: number): number {
  return Math.round(n * 10) / 10
}

/** A small arrow between each two spaces: where it lies, and where it points, in degrees. */
export function arrows(layout: Layout): (Point & { turn: number })[] {
  return layout.spaces.slice(1, -1).map((from, i) => {
    const to = layout.spaces[i + 2]!
    const turn = Math.round((Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI)
    return { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2, turn }
  })
}

/** A flagstone around 0, 0: no two have quite the same outline. */
export function stone(layout: Layout, place: number): string {
  const { width, height } = layout.stone
  const off = (n: number) => round(Math.sin(place * 12.9898 + n * 78.233) * 1.7)
  const [l, t, r, b] = [-width / 2, -height / 2, width / 2, height / 2]
  const c = 9
  return (
    `M${l + c + off(1)} ${t + off(2)}L${r - c + off(3)} ${t + off(4)}Q${r + off(5)} ${t + off(6)} ${r + off(7)} ${t + c}` +
    `L${r + off(8)} ${b - c}Q${r + off(9)} ${b + off(10)} ${r - c} ${b + off(11)}L${l + c} ${b + off(12)}` +
    `Q${l + off(13)} ${b + off(14)} ${l + off(15)} ${b - c}L${l + off(16)} ${t + c}Q${l + off(17)} ${t + off(18)} ${l + c + off(1)} ${t + off(2)}Z`
  )
}

/** What is clicked for a place. */
export function boxOf(layout: Layout, place: number): Box {
  if (place === OUTSIDE) return layout.fortress
  if (place === BOAT) return layout.boat
  const { x, y } = layout.spaces[place]!
  const { width, height } = layout.stone
  return { x: x - width / 2 - 3, y: y - height / 2 - 3, width: width + 6, height: height + 6 }
}

/** Where the feet of a space's pirate are, the `i`-th of `n`. */
export function onSpace(layout: Layout, place: number, i: number, n: number): Point {
  const { x, y } = layout.spaces[place]!
  return { x: x + (i - (n - 1) / 2) * layout.shoulder, y: y + layout.stone.height / 2 - 4 * layout.pirate }
}

/** Where the feet of a crew's pirate are at one end of the tunnel: the `i`-th of the crew of one of `seats` seats. */
export function inCrew(layout: Layout, place: number, seat: number, seats: number, i: number): Point {
  const line = crewBox(layout, place, seat, seats)
  const half = 13 * layout.pirate
  return { x: line.x + half + (i * (line.width - 2 * half)) / 5, y: line.y + line.height - 2 }
}

/** The line of a crew at one end of the tunnel. */
export function crewBox(layout: Layout, place: number, seat: number, seats: number): Box {
  const area = place === OUTSIDE ? layout.yard : layout.deck
  const lines = Math.ceil(seats / layout.abreast)
  const width = area.width / layout.abreast
  const tall = 39 * layout.pirate // a pirate from its feet to its hat; lines may stand closer than that
  const line = Math.floor(seat / layout.abreast)
  const step = lines > 1 ? Math.min((area.height - tall) / (lines - 1), tall + 6) : 0
  const top = area.y + (area.height - tall - step * (lines - 1)) / 2
  return { x: area.x + (seat % layout.abreast) * width + 1, y: top + line * step, width: width - 4, height: tall }
}

/** A bow from one point to another, lifted off the way between them. */
export function bow(from: Point, to: Point): string {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const length = Math.hypot(dx, dy) || 1
  const lift = Math.min(70, 18 + length * 0.16) * (dx < 0 ? 1 : -1)
  const x = round((from.x + to.x) / 2 - (dy / length) * lift)
  const y = round((from.y + to.y) / 2 + (dx / length) * lift)
  return `M${round(from.x)} ${round(from.y)}Q${x} ${y} ${round(to.x)} ${round(to.y)}`
}

/** The places between two, in the order they are walked. */
export function between(start: number, end: number): number[] {
  const step = start < end ? 1 : -1
  const length = Math.max(0, Math.abs(end - start) - 1)
  return Array.from({ length }, (_, i) => start + step * (i + 1)).filter((place) => place > OUTSIDE && place < BOAT)
}

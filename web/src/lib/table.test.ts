import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FromClient, GameEvent } from './protocol'
import { TableClient } from './table.svelte'

const BEAT = 25 // seconds, as a server asks for
const sent: FromClient[] = []
let socket: Line

/** A WebSocket whose other end is this test. */
class Line {
  static readonly OPEN = 1
  readyState = 1
  onopen = (): void => {}
  onmessage = (_: { data: string }): void => {}
  onclose = (): void => {}
  constructor() {
    socket = this
  }
  send(text: string): void {
    sent.push(JSON.parse(text) as FromClient)
  }
  close(): void {
    this.onclose()
  }
}

function snapshot(more: object = {}): void {
  const clock = { at: Date.now(), left: [], running: [] }
  const seen = { seq: 1, projection: null, events: [], from_start: true, earlier: 0, clock, question: null, chat: [] }
  say({ type: 'snapshot', table: { seats: [] }, beat: BEAT, ...seen, ...more })
}

function say(...frames: object[]): void {
  socket.onmessage({ data: frames.map((frame) => JSON.stringify(frame)).join('\n') })
}

/** Things told, numbered. */
function things(first: number, last: number): GameEvent[] {
  const plies = Array.from({ length: last - first }, (_, i) => first + i)
  return plies.map((ply) => ({ ply, seat: 0, action: 0, message: '', args: {}, early: false, at: 0 }))
}

/** A table that was opened, and told its last things. */
function opened(more: object): TableClient {
  const table = new TableClient('abc')
  table.open()
  socket.onopen()
  snapshot(more)
  sent.length = 0
  return table
}

function pingsIn(seconds: number): number {
  sent.length = 0
  vi.advanceTimersByTime(seconds * 1000)
  return sent.filter((frame) => frame.type === 'ping').length
}

describe('a table', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal('WebSocket', Line)
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('pings as often after many hand-overs as after the first snapshot', () => {
    const table = new TableClient('abc')
    table.open()
    socket.onopen()
    snapshot()
    const once = pingsIn(10 * BEAT)
    expect(once).toBe(20)
    for (let turn = 0; turn < 50; turn++) {
      table.look(turn % 2)
      snapshot()
    }
    expect(pingsIn(10 * BEAT)).toBe(once)
    table.close()
    expect(pingsIn(10 * BEAT)).toBe(0)
  })

  it('looks through the new seat of who got up and sat down elsewhere', () => {
    const seat = (n: number, mine: boolean) => ({ seat: n, kind: mine ? 'person' : 'open', mine })
    const table = opened({ table: { status: 'open', seats: [seat(0, false), seat(1, true)] } })
    table.look(1)
    sent.length = 0
    say({ type: 'seating', table: { status: 'open', seats: [seat(0, true), seat(1, false)] } })
    expect(sent).toContainEqual({ type: 'look', observer: 0 })
    sent.length = 0
    say({ type: 'seating', table: { status: 'over', seats: [seat(0, false), seat(1, true)] } })
    expect(sent).toEqual([]) // what is over is looked at from any seat
  })

  it('loads what was events earlier, page by page, to the beginning', async () => {
    const table = opened({ events: things(60, 90), earlier: 60 })
    for (const [first, last] of [
      [30, 60],
      [0, 30],
    ] as const) {
      const loaded = table.recall()
      const asked = sent.pop() as Extract<FromClient, { type: 'earlier' }>
      expect(asked).toMatchObject({ type: 'earlier', before: last })
      say({ type: 'earlierevents', id: asked.id, events: things(first, last), earlier: first })
      await loaded
    }
    expect(table.events.map((one) => one.ply)).toEqual(things(0, 90).map((one) => one.ply))
    expect(table.earlier).toBe(0)
    await table.recall()
    expect(sent).toEqual([])
    table.close()
  })

  it('forgets what was events earlier when all is events anew, and takes no page of the old log', async () => {
    const table = opened({ events: things(60, 90), earlier: 60 })
    const loaded = table.recall()
    const { id } = sent.pop() as Extract<FromClient, { type: 'earlier' }>
    snapshot({ events: things(40, 70), earlier: 40 })
    say({ type: 'earlierevents', id, events: things(30, 60), earlier: 30 })
    await loaded
    expect(table.events.map((one) => one.ply)).toEqual(things(40, 70).map((one) => one.ply))
    expect(table.earlier).toBe(40)
    table.close()
  })

  it('makes a guest of who writes without a name, and says it then', async () => {
    const answer = { ok: true, json: () => Promise.resolve({ id: 'g', name: 'guest', login: null }) }
    vi.stubGlobal('fetch', () => Promise.resolve(answer))
    const table = opened({})
    table.sendChat('hello')
    say({ type: 'error', id: '', error: 'not-yours', reason: 'nobody knows you yet', clause: '', seq: 1 })
    await vi.advanceTimersByTimeAsync(0)
    expect(table.refusal).toBe(null)
    socket.onopen()
    sent.length = 0
    snapshot()
    expect(sent).toContainEqual({ type: 'say', text: 'hello' })
    table.close()
  })
})

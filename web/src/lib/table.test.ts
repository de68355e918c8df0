import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FromClient } from './protocol'
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

function snapshot(): void {
  const clock = { at: Date.now(), left: [], running: [] }
  const seen = { seq: 1, sight: null, told: [], from_start: true, clock, question: null, chat: [] }
  const welcome = { type: 'welcome', table: { seats: [] }, beat: BEAT, ...seen }
  socket.onmessage({ data: JSON.stringify(welcome) })
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
})

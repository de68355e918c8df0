// One table, live: a WebSocket that is opened again whenever it breaks, and what came through it.

import type {
  Because,
  Closing,
  ChatLine,
  ClockInfo,
  FromClient,
  FromServer,
  HintLine,
  EarlierEvents,
  Update,
  RequestError,
  Possibility,
  Question,
  Projection,
  TableInfo,
  GameEvent,
  Snapshot,
} from './protocol'
import { whoAmI } from './api'
import { VERSION } from './protocol'

/** A request that was refused; nothing has changed. */
export class Refused extends Error {
  constructor(readonly no: RequestError) {
    super(no.reason)
  }
}

type ClientRequest = Extract<FromClient, { id: string }>
type Unnamed<T> = T extends { id: string } ? Omit<T, 'id'> : never
type Answer = Extract<FromServer, { id: string }>
interface Waiting {
  frame: ClientRequest
  yes: (answer: Answer) => void
  no: (error: Error) => void
}

const SOONEST = 250 // milliseconds until the first attempt to come back
const LATEST = 8000 // … and until every later one at most

let named = 0
const browser = Math.random().toString(36).slice(2, 10) // two windows never ask for the same thing by the same name

/** Someone at a table, through this window. */
export class TableClient {
  info = $state.raw<TableInfo | null>(null)
  projection = $state.raw<Projection | null>(null)
  events = $state.raw<GameEvent[]>([])
  /** How many events came before those; the server keeps them until they are requested. */
  earlier = $state(0)
  /** The events of the last update: to be shown as they happen. */
  fresh = $state.raw<GameEvent[]>([])
  chat = $state.raw<ChatLine[]>([])
  /** whom this window does not want to hear */
  muted = $state.raw<string[]>([])
  /** what was refused though it had no name: a line of the chat */
  refusal = $state.raw<RequestError | null>(null)
  clock = $state.raw<ClockInfo | null>(null)
  question = $state.raw<Question | null>(null)
  seq = $state(0)
  link = $state<'connecting' | 'open' | 'lost' | 'closed'>('connecting')
  /** Why the connection ended for good. */
  farewell = $state.raw<Closing | null>(null)
  /** How far this clock is ahead of the server's, in milliseconds. */
  ahead = 0

  #socket: WebSocket | null = null
  #waiting = new Map<string, Waiting>()
  #observer: number | null | undefined
  #said = '' // the line that was sent last
  #unsaid = '' // one that was refused to nobody, for when I am somebody
  #tries = 0
  #steady: ReturnType<typeof setTimeout> | undefined // a connection that lasts is a good one
  #timer: ReturnType<typeof setTimeout> | undefined
  #beat: ReturnType<typeof setInterval> | undefined

  constructor(readonly code: string) {}

  open(): void {
    if (this.link === 'closed') return // left before it began
    addEventListener('online', this.#hurry)
    document.addEventListener('visibilitychange', this.#hurry)
    this.#connect()
  }

  close(): void {
    removeEventListener('online', this.#hurry)
    document.removeEventListener('visibilitychange', this.#hurry)
    this.link = 'closed'
    this.#rest()
    this.#socket?.close()
    for (const { no } of this.#waiting.values()) no(new Error('the table was left'))
    this.#waiting.clear()
  }

  /** The observer whose view this window shows. */
  get observer(): number | null {
    return this.projection?.observer ?? this.#observer ?? null
  }

  /** The seats that are mine. */
  get mine(): number[] {
    return this.info?.seats.filter((seat) => seat.mine).map((seat) => seat.seat) ?? []
  }

  /** Must the seat whose view this is act? */
  get myTurn(): boolean {
    return this.projection !== null && this.observer !== null && this.projection.to_act.includes(this.observer)
  }

  /** Reconnect with the present session: a guest that was just made was nobody to the server until then. */
  again(): void {
    this.#tries = 0
    const old = this.#socket
    this.#connect()
    old?.close()
  }

  // --- What I do ---

  act(action: number): Promise<Answer> {
    return this.#ask({ type: 'act', seq: this.seq, action })
  }

  submitAhead(actions: number[]): Promise<Answer> {
    return this.#ask({ type: 'submitahead', actions })
  }

  resign(): Promise<Answer> {
    return this.#ask({ type: 'resign', seq: this.seq })
  }

  takeBack(): Promise<Answer> {
    return this.#ask({ type: 'takeback', seq: this.seq })
  }

  consent(yes: boolean): Promise<Answer> {
    return this.#ask({ type: 'consent', seq: this.seq, yes })
  }

  async whyNot(action: number): Promise<Because> {
    return (await this.#ask({ type: 'whynot', action })) as Because
  }

  async hints(): Promise<HintLine[]> {
    const answer = await this.#ask({ type: 'hintplease' })
    return answer.type === 'hints' ? answer.hints : []
  }

  async know(): Promise<Possibility[]> {
    const answer = await this.#ask({ type: 'knowplease' })
    return answer.type === 'knowledge' ? answer.unknown : []
  }

  /** Load the events before the first one that is here. */
  async recall(): Promise<void> {
    if (this.earlier) await this.#ask({ type: 'earlier', before: this.earlier })
  }

  /** Send a line of the chat; false while the connection is lost. */
  sendChat(text: string): boolean {
    if (this.link !== 'open') return false
    this.#said = text
    this.#send({ type: 'say', text })
    return true
  }

  /** The lines of those whom one wants to hear. */
  get heard(): ChatLine[] {
    return this.chat.filter((line) => !this.muted.includes(line.name))
  }

  mute(name: string, on: boolean): void {
    this.muted = on ? [...this.muted, name] : this.muted.filter((other) => other !== name)
    this.#send({ type: 'mute', name, on })
  }

  /** Show the view of another seat of mine; until it has come, there is none. */
  look(observer: number | null): void {
    this.#observer = observer
    this.projection = null
    this.events = []
    this.earlier = 0
    this.fresh = []
    this.#send({ type: 'look', observer })
  }

  // --- The connection ---

  #ask(request: Unnamed<ClientRequest>): Promise<Answer> {
    const frame = { ...request, id: `${browser}-${++named}` } as ClientRequest
    return new Promise((yes, no) => {
      this.#waiting.set(frame.id, { frame, yes, no })
      this.#send(frame)
    })
  }

  #send(frame: FromClient): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame))
  }

  #connect(): void {
    this.#rest()
    const address = new URL(`/ws/${this.code}`, location.href)
    address.protocol = address.protocol.replace('http', 'ws')
    const socket = new WebSocket(address)
    this.#socket = socket
    socket.onopen = () => {
      const chat = this.chat.at(-1)?.n ?? 0
      const seen = { last_seq: this.projection ? this.seq : 0, last_chat: chat, offers: true }
      this.#send({ type: 'hello', version: VERSION, ...seen, observer: this.#observer ?? null })
    }
    socket.onmessage = (event: MessageEvent<string>) => {
      if (this.#socket !== socket) return // an old one that has not heard yet that it is closed
      for (const line of event.data.split('\n')) this.#hear(JSON.parse(line) as FromServer)
    }
    socket.onclose = () => {
      if (this.#socket === socket && this.link !== 'closed') this.#comeBack()
    }
  }

  #comeBack(): void {
    this.#rest()
    this.link = 'lost'
    const wait = Math.min(LATEST, SOONEST * 2 ** this.#tries++)
    this.#timer = setTimeout(() => this.#connect(), wait * (0.75 + Math.random() / 2))
  }

  /** The network, or the reader, is back: no more waiting. */
  #hurry = (): void => {
    if (this.link !== 'lost' || document.hidden) return
    this.#tries = 0
    this.#connect()
  }

  #rest(): void {
    clearTimeout(this.#timer)
    clearTimeout(this.#steady)
    clearInterval(this.#beat)
  }

  #hear(frame: FromServer): void {
    switch (frame.type) {
      case 'snapshot':
        clearTimeout(this.#steady)
        this.#steady = setTimeout(() => (this.#tries = 0), LATEST)
        this.link = 'open'
        this.info = frame.table
        this.#see(frame, false)
        this.chat = [...this.chat, ...frame.chat]
        clearInterval(this.#beat) // a snapshot comes with every hand-over
        this.#beat = setInterval(() => this.#send({ type: 'ping', n: 0 }), frame.beat * 500)
        for (const { frame: request } of this.#waiting.values()) this.#send(request) // named, so it is done once
        for (const name of this.muted) this.#send({ type: 'mute', name, on: true })
        if (this.#unsaid) this.#send({ type: 'say', text: this.#unsaid })
        this.#unsaid = ''
        break
      case 'update':
        this.#see(frame, true)
        break
      case 'earlierevents':
        this.#recalled(frame)
        this.#answered(frame)
        break
      case 'seating':
        this.#seated(frame.table)
        break
      case 'questionupdate':
        this.question = frame.question
        break
      case 'chatline':
        if (frame.text === this.#said) this.#said = ''
        this.chat = [...this.chat, frame]
        break
      case 'closing':
        if (!frame.resume) {
          this.farewell = frame
          this.close()
        }
        break
      case 'pong':
        break
      default:
        this.#answered(frame)
    }
  }

  /** After sitting down, show the view of one's own seat. */
  #seated(table: TableInfo): void {
    const before = this.mine
    this.info = table
    const own = this.#observer != null && this.mine.includes(this.#observer)
    if (table.status !== 'over' && this.mine.length && !own && (!before.length || this.#observer != null))
      this.look(this.mine[0]!)
  }

  #see(
    { seq, projection, events, from_start: fromStart, earlier, clock, question }: Snapshot | Update,
    live: boolean,
  ): void {
    this.seq = seq
    this.projection = projection
    if (projection && this.#observer === undefined) this.#observer = projection.observer
    this.events = fromStart ? events : [...this.events, ...events]
    if (fromStart) this.earlier = earlier
    this.fresh = live && !fromStart ? events : []
    this.clock = clock
    this.ahead = Date.now() - clock.at
    this.question = question
  }

  /** Put earlier events before those that are here, if these are still the same as at the request. */
  #recalled({ events, earlier }: EarlierEvents): void {
    if (earlier + events.length !== this.earlier) return
    this.events = [...events, ...this.events]
    this.earlier = earlier
  }

  /** Only somebody may write: who came by a link alone is a guest from now on, and says it again. */
  #introduce(): void {
    const text = this.#said
    this.#said = ''
    whoAmI().then(
      () => {
        this.#unsaid = text
        this.again()
      },
      () => undefined,
    )
  }

  #answered(frame: Answer): void {
    const waiting = this.#waiting.get(frame.id)
    if (!waiting) {
      if (frame.type === 'error' && frame.error === 'not-yours' && this.#said && !this.mine.length) this.#introduce()
      else if (frame.type === 'error') this.refusal = frame
      return
    }
    this.#waiting.delete(frame.id)
    if (frame.type === 'error') waiting.no(new Refused(frame))
    else waiting.yes(frame)
  }
}

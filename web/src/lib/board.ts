// The props of a board. A board draws the view of one observer and offers what the server offered; it knows no rules.

import type { Component } from 'svelte'
import type { GameInfo, Possibility, SeatInfo, Projection, GameEvent } from './protocol'
import type { Sound } from './sound'
import type { Args, Format } from './words.svelte'

/** Something that can be done now: its code, its name in records, and what it would do, as a message with arguments. */
export interface Offer {
  action: number
  name: string
  message: string
  args: Args
}

/** Everything a board draws from. `V` is the view of its game: the fields of its field table. */
export interface BoardProps<V = Record<string, unknown>> {
  game: GameInfo
  view: V
  /** whose view it is: a seat, null for a spectator, in a replay also "all" */
  observer: number | null | 'all'
  seats: SeatInfo[]
  /** seats that have something to do */
  toAct: number[]
  over: boolean
  /** a replay: everything can be looked at, nothing done */
  past?: boolean
  /** what can be done now through this observer; nothing when it is not their turn, or in a replay */
  offers: Offer[]
  /** what can be done at any time: give up, offer a draw */
  anytime: Offer[]
  /** the events this observer has received, oldest first, and those of the last update */
  events: GameEvent[]
  fresh: GameEvent[]
  /** the clauses that matter now, where the game names them */
  clauses?: string[]
  /** actions that a hint recommends, best first: to be marked */
  hinted: number[]
  /** does the table allow deduction aids? */
  aids: boolean
  /** how many actions the seat has submitted ahead, and who has confirmed, while all act at the same time */
  pending: number
  confirmed: boolean[]
  /** what the seat has chosen where several choose simultaneously: nobody else sees it before all have chosen */
  chosen?: Offer[]
  /** formats the game's own words, with players' names put in: `gameText(offer.message, offer.args)` */
  gameText: Format
  /** the words of the board: `games/<game>/words/<lang>.ftl` */
  boardText: Format
  /** the name of a player; "you" in the reader's language for the observer's own seat */
  playerName: (seat: number) => string
  /** do something that is offered */
  act: (action: number) => void
  /** hand in several actions at once, before one's turn or while all act together; none takes them back */
  submitAhead: (actions: number[]) => void
  /** ask why something is not offered; the page shows the answer with its clause */
  whyNot: (action: number) => void
  /** the code of an action by its name; undefined if there is none */
  codeOf: (name: string) => number | undefined
  /** what is known of what is hidden, exactly, from this seat's view */
  know: () => Promise<Possibility[]>
}

/** One step of a first-game tour: what is pointed at, and the message (of the board's words) that explains it. */
export interface TourStep {
  /** `data-tour` of the element that is pointed at; none: the middle of the page */
  at?: string
  message: string
}

/** What a game's folder exports. */
export interface GameBoard {
  Board: Component<BoardProps<never>>
  tour: TourStep[]
  /** which of the marks (lib/seats.ts) a seat has, where the game itself has colours; its own number elsewhere */
  markOf?: (view: never, seat: number) => number
  /** what is heard when this happens; a plain sound, if the board has no other */
  soundOf?: (fresh: GameEvent[]) => Sound
}

/** The offers of a projection, with their names. */
export function offersOf(game: GameInfo, projection: Projection, codes: number[]): Offer[] {
  const offered = new Map(projection.offers.map((offer) => [offer.action, offer]))
  return codes.map((action) => {
    const { message, args } = offered.get(action) ?? { message: '', args: {} }
    return { action, name: game.actions[action] ?? String(action), message, args }
  })
}

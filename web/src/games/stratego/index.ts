// Stratego as it is drawn.

import type { Component } from 'svelte'
import type { BoardProps, TourStep } from '../../lib/board'
import type { GameEvent } from '../../lib/protocol'
import type { Sound } from '../../lib/sound'
import Drawn from './Board.svelte'

export const Board = Drawn as unknown as Component<BoardProps<never>>

export const tour: TourStep[] = [
  { message: 'tour-aim' },
  { at: 'half', message: 'tour-half' },
  { at: 'armies', message: 'tour-ranks' },
  { at: 'presets', message: 'tour-presets' },
  { at: 'own', message: 'tour-own' },
  { at: 'ready', message: 'tour-ready' },
  { at: 'board', message: 'tour-move' },
  { at: 'board', message: 'tour-attack' },
  { at: 'board', message: 'tour-guess' },
]

/** Red has the red mark and blue the blue one, whichever seat plays them. */
export function markOf(view: { red: number }, seat: number): number {
  return view.red < 0 ? seat : seat === view.red ? 0 : 1
}

/** An attack, which shows two pieces, does not sound like a move. */
export function soundOf(fresh: GameEvent[]): Sound {
  return fresh.some((event) => event.message.startsWith('attack')) ? 'reveal' : 'move'
}

// The boards there are, each loaded when its table is opened. A game without one is drawn by AnyBoard; so is any
// other, if the address asks for it: `/t/CODE?board=any`.

import type { GameBoard } from '../lib/board'

const boards: Record<string, () => Promise<GameBoard>> = {
  cartagena: () => import('./cartagena'),
  stratego: () => import('./stratego'),
  stalag17: () => import('./stalag17'),
  jailbreakers: () => import('./jailbreakers'),
}

const plain = (): Promise<GameBoard> => import('./any')

export function boardOf(game: string): Promise<GameBoard> {
  return (boards[game] ?? plain)()
}

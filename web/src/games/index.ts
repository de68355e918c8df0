// The drawings there are, each loaded when its table is opened. A game without one is drawn by AnyBoard; so is any
// other, if the address asks for it: `/t/CODE?board=any`.

import type { Drawing } from '../lib/board'

const drawings: Record<string, () => Promise<Drawing>> = {
  cartagena: () => import('./cartagena'),
  stratego: () => import('./stratego'),
  stalag17: () => import('./stalag17'),
  jailbreakers: () => import('./jailbreakers'),
}

const plain = (): Promise<Drawing> => import('./any')

export function drawingOf(game: string): Promise<Drawing> {
  return (drawings[game] ?? plain)()
}

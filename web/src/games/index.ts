// The boards there are, each loaded when its table is opened: a folder with an index.ts is a board. A game without one is
// drawn by `any`; so is any other, if the address asks for it: `/t/CODE?board=any`.

import type { GameBoard } from '../lib/board'

const boards = import.meta.glob<GameBoard>('./*/index.ts')

export function boardOf(game: string): Promise<GameBoard> {
  return (boards[`./${game}/index.ts`] ?? boards['./any/index.ts']!)()
}

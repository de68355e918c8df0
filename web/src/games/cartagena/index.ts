// Cartagena, drawn.

import type { TourStep } from '../../lib/board'

export { default as Board } from './Board.svelte'

export const tour: TourStep[] = [
  { message: 'tour-aim' },
  { at: 'fortress', message: 'tour-fortress' },
  { at: 'hand', message: 'tour-cards' },
  { at: 'tunnel', message: 'tour-landing' },
  { at: 'boat', message: 'tour-boat' },
  { at: 'retreat', message: 'tour-retreat' },
  { at: 'turn', message: 'tour-turn' },
  { at: 'players', message: 'tour-players' },
]

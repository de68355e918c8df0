// Jailbreakers, drawn: the prison from above, workbench, plans, and escapes card by card.

import type { TourStep } from '../../lib/board'
export { default as Board } from './Board.svelte'

export const tour: TourStep[] = [
  { message: 'tour-welcome' },
  { at: 'map', message: 'tour-map' },
  { at: 'die', message: 'tour-die' },
  { at: 'guards', message: 'tour-guards' },
  { at: 'hand', message: 'tour-hand' },
  { at: 'bench', message: 'tour-bench' },
  { at: 'plans', message: 'tour-plans' },
  { at: 'now', message: 'tour-now' },
]

// Stalag 17 as it is drawn, and the first-game tour through it.

import type { TourStep } from '../../lib/board'

export { default as Board } from './Board.svelte'

export const tour: TourStep[] = [
  { message: 'tour-welcome' },
  { at: 'plan', message: 'tour-plan' },
  { at: 'hand', message: 'tour-hand' },
  { at: 'laid', message: 'tour-laid' },
  { at: 'need', message: 'tour-need' },
  { at: 'self', message: 'tour-self' },
  { at: 'pile', message: 'tour-pile' },
  { at: 'others', message: 'tour-others' },
  { at: 'acts', message: 'tour-acts' },
]

// What can be done, by the names that actions have in records; "lay food 2" and the like are made of `nameOf`.

export const DRAW = 'draw two'
export const SET = 'discard a set'
export const RUN = 'discard a run'
export const END = 'stop adding'
export const TAKE = 'take the top discard'
export const ATTEMPT = 'attempt an escape'

/** What the parts of the board ask and do. */
export interface Controls {
  /** is it offered? */
  has: (name: string) => boolean
  /** its code, if it is offered */
  code: (name: string) => number | undefined
  /** what it would do, in the game's words; nothing if it is not offered */
  words: (name: string) => string
  /** does a hint recommend one of these? */
  hinted: (...names: string[]) => boolean
  /** do it, or ask why it cannot be done */
  press: (name: string) => void
}

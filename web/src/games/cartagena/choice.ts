// Choosing a move in two steps, in either order: a card and then a pirate, or a pirate and then a card or a target.
// Everything is chosen among the moves that were offered.

import type { Card, Move } from './view'

/** What has been chosen so far. */
export interface Choice {
  card?: Card | 'retreat'
  start?: number
  end?: number
}

/** What a click does: an offered action, another choice, or nothing, because nothing like it is offered. */
export type Click = { act: number } | { choose: Choice } | null

export const NOTHING: Choice = {}

export function isChosen(choice: Choice): boolean {
  return choice.card !== undefined || choice.start !== undefined
}

/** The moves that are left by what has been chosen; none before anything is. */
export function leftBy(moves: Move[], choice: Choice): Move[] {
  if (!isChosen(choice)) return []
  return moves.filter(
    (move) =>
      (choice.card === undefined || move.card === choice.card) &&
      (choice.start === undefined || move.start === choice.start) &&
      (choice.end === undefined || move.end === choice.end),
  )
}

export function clickPlace(moves: Move[], choice: Choice, place: number): Click {
  const left = leftBy(moves, choice)
  if (choice.card !== undefined) {
    const from = left.find((move) => move.start === place) // a pirate comes before a target: it is the one that moves
    return from ? { act: from.action } : clickTarget(left, choice, place)
  }
  if (choice.start === place) return { choose: NOTHING }
  const target = clickTarget(left, choice, place)
  if (target) return target
  return moves.some((move) => move.start === place) ? { choose: { start: place } } : null
}

/** Several moves that end there leave something to choose: which pirate, or which card. */
function clickTarget(left: Move[], choice: Choice, place: number): Click {
  const there = left.filter((move) => move.end === place)
  if (there.length === 1) return { act: there[0]!.action }
  return there.length ? { choose: { ...choice, end: place } } : null
}

export function clickCard(moves: Move[], choice: Choice, card: Card | 'retreat'): Click {
  if (choice.card === card) return { choose: NOTHING }
  const fitting = moves.filter((move) => move.card === card)
  if (choice.start !== undefined) {
    const move = fitting.find((move) => move.start === choice.start)
    return move ? { act: move.action } : null
  }
  return fitting.length ? { choose: { card } } : null
}

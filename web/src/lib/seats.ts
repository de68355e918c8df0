// How seats are told apart: a colour and, for who does not see colours, a shape. From the ninth seat on with a dot.

export const SEAT_COLOURS = ['red', 'blue', 'green', 'yellow', 'violet', 'orange', 'teal', 'grey'] as const
export const SEAT_SHAPES = ['circle', 'square', 'triangle', 'diamond', 'star', 'hexagon', 'cross', 'moon'] as const

/** The path of a seat's shape in a box of 20 × 20. */
export const SHAPE_PATHS: Record<(typeof SEAT_SHAPES)[number], string> = {
  circle: 'M10 2a8 8 0 1 1 0 16a8 8 0 1 1 0-16z',
  square: 'M3 3h14v14H3z',
  triangle: 'M10 2l9 16H1z',
  diamond: 'M10 1l8 9l-8 9l-8-9z',
  star: 'M10 1l2.6 5.9l6.4.6l-4.8 4.3l1.4 6.3L10 14.8l-5.6 3.3l1.4-6.3L1 7.5l6.4-.6z',
  hexagon: 'M5.5 2h9l4.5 8l-4.5 8h-9L1 10z',
  cross: 'M7 1h6v6h6v6h-6v6H7v-6H1V7h6z',
  moon: 'M14 1.5a9 9 0 1 0 4.5 12.5A8 8 0 0 1 14 1.5z',
}

export function seatColour(seat: number): string {
  return `var(--seat-${SEAT_COLOURS[seat % SEAT_COLOURS.length]})`
}

export function seatShape(seat: number): string {
  return SHAPE_PATHS[SEAT_SHAPES[seat % SEAT_SHAPES.length]!]
}

/** Has a seat's mark a dot, since there are not so many colours and shapes? */
export function seatDotted(seat: number): boolean {
  return seat >= SEAT_COLOURS.length
}

import { describe, expect, it } from 'vitest'
import { seatColour, seatDotted, seatShape } from './seats'

describe('a seat', () => {
  it('has a mark of its own, at the largest table, too', () => {
    const seats = Array.from({ length: 16 }, (_, seat) => seat)
    const marks = new Set(seats.map((seat) => `${seatShape(seat)} ${seatDotted(seat)}`))
    expect(marks.size).toBe(16) // without their colours, too
    expect(new Set(seats.map((seat) => `${seatColour(seat)} ${seatDotted(seat)}`)).size).toBe(16)
  })
})

// The six symbols, drawn in a box of 48 × 48: what is filled, in order, and with which colour; ink goes around all of it.

import type { Card } from './view'

export interface Stroke {
  d: string
  fill?: string
  /** how thick the line is; ink goes around a thick line that has a colour */
  line?: number
  colour?: string
}

export const DRAWN: Record<Card, Stroke[]> = {
  hook: [
    { d: 'M27 15V23C35 24 38 31 34 37C29 44 17 43 13 35Q11 31 12 26', line: 5, colour: '#c9d3d8' },
    { d: 'M8.5 29L11.5 20L16.5 28Q12 26 8.5 29Z', fill: '#c9d3d8' },
    { d: 'M18 3Q27 0 36 3L34 12Q27 15 20 12Z', fill: '#b3261e' },
    { d: 'M19 11Q27 14 35 11L34 17Q27 20 20 17Z', fill: '#d9a441' },
    { d: 'M24 5V8M30 5V8', line: 1.4 },
  ],
  jug: [
    { d: 'M32 14C43 12 44 25 36 27', line: 4.4, colour: '#c46a35' },
    { d: 'M18 9H30Q29 14 32 17C41 24 39 40 31 44Q24 46 17 44C9 40 7 24 16 17Q19 14 18 9Z', fill: '#cf7440' },
    { d: 'M16 5Q24 3 32 5L31 10Q24 12 17 10Z', fill: '#e09058' },
    { d: 'M13 27Q24 32 35 27L35 35Q24 40 13 35Z', fill: '#f6e6c0' },
    { d: 'M19 31L22 35.5M22 31L19 35.5M26 31L29 35.5M29 31L26 35.5', line: 1.5 },
  ],
  parrot: [
    { d: 'M17 32L9 46L17 43L20 46L25 36Z', fill: '#c0392b' },
    { d: 'M27 3C38 3 42 13 38 24C35 33 26 39 18 36C11 33 14 22 18 15C20 8 22 3 27 3Z', fill: '#3f9a4a' },
    { d: 'M16 20C24 17 31 23 28 33Q20 39 14 34C12 29 13 24 16 20Z', fill: '#2f6fb3' },
    { d: 'M17 26Q23 25 25 31M16 31Q20 31 21 34', line: 1.4 },
    { d: 'M31 6C40 4 45 10 42 19Q40 15 34 15C31 13 30 9 31 6Z', fill: '#f2b632' },
    { d: 'M28 5C34 5 36 10 34 15C29 17 25 13 28 5Z', fill: '#fdf4dd' },
    { d: 'M31 9.5h.1', line: 3.4 },
    { d: 'M22 37V42M27 36V41', line: 2 },
  ],
  pistol: [
    { d: 'M20 24Q20 33 28 31', line: 1.8 },
    { d: 'M24 25L26 29', line: 1.8 },
    { d: 'M13 15H32C40 16 43 24 45 34C46 41 37 43 36 37C35 29 32 25 26 24L13 22Z', fill: '#8d552a' },
    { d: 'M2 12H30V18H2Z', fill: '#b9c4ca' },
    { d: 'M2 10.5H6V19.5H2Z', fill: '#d9a441' },
    { d: 'M15 16H19V22H15Z', fill: '#d9a441' },
    { d: 'M29 13C28 8 32 7 33 4L37 6C36 10 36 12 33 15Z', fill: '#b9c4ca' },
    { d: 'M36 36Q40 39 45 35', line: 1.6 },
  ],
  tricorne: [
    { d: 'M14 26C14 12 18 8 24 8C30 8 34 12 34 26Z', fill: '#37406e' },
    { d: 'M2 29C7 16 15 22 19 14Q24 10 29 14C33 22 41 16 46 29C38 25 31 37 24 37C17 37 10 25 2 29Z', fill: '#2b3157' },
    { d: 'M4 26.5C11 22 17 33 24 33C31 33 37 22 44 26.5', line: 1.8, colour: '#e9c25a' },
    { d: 'M24 17C28 17 30 19 30 22Q30 24 27.5 25V27H20.5V25Q18 24 18 22C18 19 20 17 24 17Z', fill: '#fdf4dd' },
    { d: 'M22 22h.1M26 22h.1', line: 2.6 },
  ],
  keys: [
    { d: 'M21 17L12 38M14.5 33L19.5 35.5M12.5 37.5L18.5 40.5', line: 3.4, colour: '#b9c4ca' },
    { d: 'M26 18L34 39M32 33L37 31M34 38.5L40 36.5', line: 3.4, colour: '#e0a92f' },
    { d: 'M24 4C32 4 35 9 35 13C35 18 31 22 24 22C17 22 13 18 13 13C13 9 16 4 24 4Z', line: 3.2, colour: '#e0a92f' },
  ],
}

/** The colour behind each symbol, so that it is found at a glance; never the only thing that tells them apart. */
export const TINTS: Record<Card, string> = {
  hook: '#b9c9cf',
  jug: '#e8bf9b',
  parrot: '#b7d9a6',
  pistol: '#dfc7a6',
  tricorne: '#bfc3e0',
  keys: '#f0dc9a',
}

// Small sounds, made here: no files. Only for who wants them, and only after the first click, as browsers demand.

import { settings } from './settings.svelte'

export type Sound = 'move' | 'turn' | 'reveal' | 'end'
const NOTES: Record<Sound, [number, number][]> = {
  move: [[330, 0.06]],
  turn: [
    [523, 0.1],
    [784, 0.16],
  ],
  reveal: [
    [220, 0.08],
    [185, 0.14],
  ],
  end: [
    [523, 0.12],
    [659, 0.12],
    [784, 0.28],
  ],
}

let context: AudioContext | undefined

/** Play a sound. */
export function play(sound: Sound): void {
  if (!settings.sound || typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  let at = context.currentTime
  for (const [pitch, length] of NOTES[sound]) {
    const tone = context.createOscillator()
    const volume = context.createGain()
    tone.type = 'triangle'
    tone.frequency.value = pitch
    volume.gain.setValueAtTime(0.12, at)
    volume.gain.exponentialRampToValueAtTime(0.001, at + length)
    tone.connect(volume).connect(context.destination)
    tone.start(at)
    tone.stop(at + length)
    at += length
  }
}

// How cards and dice move. A card has no name of its own, so it comes from a zone: the deck, the pile, a hand, a seat.

import { cubicOut } from 'svelte/easing'
import type { TransitionConfig } from 'svelte/transition'
import { motionDuration } from '../../lib/settings.svelte'

/** A card comes from where it was: the element with this `data-zone`. */
export function arrive(node: Element, { from }: { from: string }): TransitionConfig {
  const start = node.closest('.s17')?.querySelector(`[data-zone="${from}"]`)?.getBoundingClientRect()
  if (!start) return { duration: 0 }
  const end = node.getBoundingClientRect()
  const x = start.left + start.width / 2 - end.left - end.width / 2
  const y = start.top + start.height / 2 - end.top - end.height / 2
  return {
    duration: motionDuration(480),
    easing: cubicOut,
    css: (t, u) =>
      `transform: translate(${u * x}px, ${u * y}px) rotate(${u * 14}deg); opacity: ${Math.min(1, 4 * t)}; z-index: 5`,
  }
}

/** A die rolls in and comes to rest. */
export function tumble(_: Element, { delay }: { delay: number }): TransitionConfig {
  return {
    delay: motionDuration(delay),
    duration: motionDuration(900),
    css: (t) => {
      const fall = 1 - cubicOut(t)
      const hop = Math.abs(Math.cos(t * Math.PI * 2.5)) * fall
      const at = `translate(${fall * -180}px, ${hop * -70}px) rotate(${fall * -620}deg)`
      return `transform: ${at}; opacity: ${Math.min(1, 6 * t)}`
    },
  }
}

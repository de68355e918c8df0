// Putting a text where it can be pasted, also where a page that came over plain HTTP may not ask the browser for it.

import { notify } from './notices.svelte'
import { t } from './words.svelte'

export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    if (!byHand(text)) return notify(text) // at least it can be read, and marked
  }
  notify(t('link-copied'))
}

function byHand(text: string): boolean {
  const field = document.createElement('textarea')
  field.value = text
  document.body.append(field)
  field.select()
  const done = document.execCommand('copy')
  field.remove()
  return done
}

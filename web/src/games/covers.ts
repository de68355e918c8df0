// The cover of each game that has one, for the home page.

import type { Component } from 'svelte'

const found = import.meta.glob<Component>('./*/Cover.svelte', { eager: true, import: 'default' })

export const covers: Record<string, Component> = Object.fromEntries(
  Object.entries(found).map(([path, cover]) => [path.split('/')[1]!, cover]),
)

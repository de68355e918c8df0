// Every language says the same things, every message that is used is there, and every message that is there is used.

import { FluentResource } from '@fluent/bundle'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../lib/settings.svelte'

const files = import.meta.glob<string>(['./*.ftl', '../games/*/words/*.ftl'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
const sources = import.meta.glob<string>(['../**/*.svelte', '../**/*.ts', '!../**/*.test.ts', '!../lib/protocol.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

// Messages that the server names: what a table itself does.
const NAMED = ['table-']

function messages(text: string): string[] {
  return [...new FluentResource(text).body].map((entry) => entry.id).sort()
}
const folders = [...new Set(Object.keys(files).map((path) => path.replace(/[^/]+$/, '')))]

describe.each(folders)('the words in %s', (folder) => {
  const english = messages(files[`${folder}en.ftl`] ?? '')
  const own = folder.startsWith('./')
    ? Object.entries(sources).filter(([path]) => !/^\.\.\/games\/(?!any\/|index|covers)/.test(path))
    : Object.entries(sources).filter(([path]) => path.startsWith(folder.replace('words/', '')))
  const text = own.map(([, source]) => source).join('\n')

  it('is the same in every language', () => {
    for (const language of LANGUAGES)
      expect(messages(files[`${folder}${language}.ftl`] ?? ''), language).toEqual(english)
  })

  it('is used, all of it', () => {
    const parts = (files[`${folder}en.ftl`] ?? '').matchAll(/\{ ?([a-z][\w-]*) ?\}/g)
    const used = new Set([...parts].map(([, name]) => name))
    const made = [...NAMED, ...[...text.matchAll(/`([a-z]+(?:-[a-z]+)*-)\$\{/g)].map(([, start]) => start!)]
    const unused = english.filter(
      (name) =>
        !used.has(name) &&
        !new RegExp(`['"\`]${name}['"\`]`).test(text) &&
        !made.some((start) => name.startsWith(start)),
    )
    expect(unused).toEqual([])
  })

  it('is there, whatever is asked for', () => {
    const asked = folder.startsWith('./') ? /\bt\('([\w-]+)'/g : /\bdraw\('([\w-]+)'|message: '([\w-]+)'/g
    const wanted = [...text.matchAll(asked)].map(([, a, b]) => a ?? b!)
    expect(wanted.filter((name) => !english.includes(name))).toEqual([])
  })
})

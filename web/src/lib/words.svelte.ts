// What is said on the page: Fluent messages of the page itself, of each game, and of the bots, in the reader's language.

import { FluentBundle, FluentResource, type FluentVariable } from '@fluent/bundle'
import { LANGUAGES, settings, type Language } from './settings.svelte'

export type Args = Record<string, unknown>
/** Says a message of one set of words; the message's own name where there is none. */
export type Say = (message: string, args?: Args) => string
/** Several things in one argument, said one by one and joined: `{ list: [[message, args], …], with: "and" }`. */
interface List {
  list: [string, Args][]
  with: string
}

/** Where the text of a set of words comes from. */
type Source = (language: Language) => Promise<string>

/** One set of words: loaded once per language, said in the reader's. */
export class Words {
  #bundles = $state.raw<Partial<Record<Language, FluentBundle>>>({})
  #asked = new Set<Language>()

  constructor(private source: Source) {}

  /** Load the words of a language, if they are not there yet. */
  async load(language: Language = settings.language): Promise<void> {
    if (this.#asked.has(language)) return
    this.#asked.add(language)
    try {
      this.#bundles = { ...this.#bundles, [language]: bundle(language, await this.source(language)) }
    } catch {
      this.#asked.delete(language) // asked again when it is needed again
    }
  }

  /** Are there words to say anything with? */
  get ready(): boolean {
    return this.#spoken() !== undefined
  }

  /** The language that is spoken now: the reader's, once its words have come. */
  get spoken(): Language | undefined {
    return [settings.language, ...LANGUAGES].find((known) => this.#bundles[known])
  }

  has(message: string): boolean {
    return this.#spoken()?.hasMessage(message) ?? false
  }

  say: Say = (message, args = {}) => {
    const spoken = this.#spoken()
    const pattern = spoken?.getMessage(message)?.value
    if (!spoken || !pattern) return message
    const given = Object.entries(args).map(([name, value]) => [name, this.#worded(value)])
    return spoken.formatPattern(pattern, Object.fromEntries(given), [])
  }

  /** The reader's language, or the one that was read before it until its words have come. */
  #spoken(): FluentBundle | undefined {
    return this.spoken && this.#bundles[this.spoken]
  }

  #worded(value: unknown): FluentVariable {
    if (!isList(value)) return typeof value === 'number' ? value : String(value)
    const said = value.list.map(([message, args]) => this.say(message, args))
    if (said.length < 2) return said[0] ?? ''
    return this.say(`join-${value.with}`, { start: said.slice(0, -1).join(', '), end: said.at(-1) })
  }
}

function isList(value: unknown): value is List {
  return typeof value === 'object' && value !== null && 'list' in value
}

function bundle(language: Language, text: string): FluentBundle {
  const made = new FluentBundle(language, { useIsolating: false })
  made.addResource(new FluentResource(text))
  return made
}

async function fetched(address: string): Promise<string> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`)
  return answer.text()
}

/** Words that stand alone as a sentence: with a capital and a full stop. */
export function whole(text: string): string {
  const begun = text.charAt(0).toLocaleUpperCase() + text.slice(1)
  return /[.!?…»]$/.test(begun) ? begun : `${begun}.`
}

const files = import.meta.glob<string>('../words/*.ftl', { query: '?raw', import: 'default' })
const boards = import.meta.glob<string>('../games/*/words/*.ftl', { query: '?raw', import: 'default' })

/** The page's own words. */
export const page = new Words((language) => files[`../words/${language}.ftl`]!())
export const t: Say = page.say

/** The bots' words: why they recommend something. */
export const bots = new Words((language) => fetched(`/api/words/${language}`))

const games = new Map<string, Words>()
const drawn = new Map<string, Words>()

/** A game's words, the same as the terminal's. */
export function wordsOf(game: string): Words {
  return once(games, game, () => new Words((language) => fetched(`/api/games/${game}/words/${language}`)))
}

/** What a game is called in the reader's language; as it is called at home until its words have come. */
export function titleOf(game: string, otherwise: string): string {
  const words = wordsOf(game)
  return words.has('title') ? words.say('title') : otherwise
}

/** The words of a game's drawing, and of its tour. */
export function boardWordsOf(game: string): Words {
  const none = () => Promise.resolve('')
  return once(drawn, game, () => new Words((language) => (boards[`../games/${game}/words/${language}.ftl`] ?? none)()))
}

function once(known: Map<string, Words>, name: string, make: () => Words): Words {
  let found = known.get(name)
  if (!found) known.set(name, (found = make()))
  return found
}

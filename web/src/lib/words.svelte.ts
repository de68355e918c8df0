// Fluent messages of the web client, of each game and its board, and of the bots, in the reader's language.

import { FluentBundle, FluentResource, type FluentVariable } from '@fluent/bundle'
import { LANGUAGES, settings, type Language } from './settings.svelte'

export type Args = Record<string, unknown>
/** Formats a message of one set of words; gives the message's own name where there is none. */
export type Format = (message: string, args?: Args) => string
/** Several messages in one argument, formatted one by one and joined: `{ list: [[message, args], …], with: "and" }`. */
interface List {
  list: [string, Args][]
  with: string
}

/** Where the text of a set of words comes from. */
type Source = (language: Language) => Promise<string>

/** One set of words: loaded once per language, formatted in the reader's. */
export class Words {
  #bundles = $state.raw<Partial<Record<Language, FluentBundle>>>({})
  #requested = new Set<Language>()

  constructor(private source: Source) {}

  /** Load the words of a language, if they are not there yet. */
  async load(language: Language = settings.language): Promise<void> {
    if (this.#requested.has(language)) return
    this.#requested.add(language)
    try {
      this.#bundles = { ...this.#bundles, [language]: bundle(language, await this.source(language)) }
    } catch {
      this.#requested.delete(language) // asked again when it is needed again
    }
  }

  /** Are the words of any language loaded? */
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

  format: Format = (message, args = {}) => {
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
    const said = value.list.map(([message, args]) => this.format(message, args))
    if (said.length < 2) return said[0] ?? ''
    return this.format(`join-${value.with}`, { start: said.slice(0, -1).join(', '), end: said.at(-1) })
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

async function fetchText(address: string): Promise<string> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`)
  return answer.text()
}

/** Give a text that stands alone a capital and a full stop. */
export function asSentence(text: string): string {
  const begun = text.charAt(0).toLocaleUpperCase() + text.slice(1)
  return /[.!?…»]$/.test(begun) ? begun : `${begun}.`
}

const files = import.meta.glob<string>('../words/*.ftl', { query: '?raw', import: 'default' })
const boards = import.meta.glob<string>('../games/*/words/*.ftl', { query: '?raw', import: 'default' })

/** The web client's own words. */
export const page = new Words((language) => files[`../words/${language}.ftl`]!())
export const t: Format = page.format

/** The bots' words: why they recommend something. */
export const bots = new Words((language) => fetchText(`/api/words/${language}`))

const wordsOfGames = new Map<string, Words>()
const wordsOfBoards = new Map<string, Words>()

/** A game's words, the same as the terminal's. */
export function gameWords(game: string): Words {
  return once(wordsOfGames, game, () => new Words((language) => fetchText(`/api/games/${game}/words/${language}`)))
}

/** The title of a game in the reader's language; `otherwise` until its words are loaded. */
export function gameTitle(game: string, otherwise: string): string {
  const words = gameWords(game)
  return words.has('title') ? words.format('title') : otherwise
}

/** The words of a game's board, and of its tour. */
export function boardWords(game: string): Words {
  const none = () => Promise.resolve('')
  return once(
    wordsOfBoards,
    game,
    () => new Words((language) => (boards[`../games/${game}/words/${language}.ftl`] ?? none)()),
  )
}

function once(known: Map<string, Words>, name: string, make: () => Words): Words {
  let found = known.get(name)
  if (!found) known.set(name, (found = make()))
  return found
}

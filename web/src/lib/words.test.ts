import { afterEach, describe, expect, it } from 'vitest'
import { settings } from './settings.svelte'
import { Words } from './words.svelte'

const texts: Record<string, string> = {
  en: `hello = Hello, { $name }
card = { $n } cards
join-and = { $start } and { $end }
holds = You hold { $cards }.`,
  fr: 'hello = Bonjour, { $name }',
}
const words = new Words((language) =>
  texts[language] ? Promise.resolve(texts[language]) : Promise.reject(new Error('none')),
)

afterEach(() => {
  settings.language = 'en'
})

describe('words', () => {
  it('are said in the language of the reader, and in another until it has come', async () => {
    settings.language = 'en'
    await words.load()
    expect(words.format('hello', { name: 'Ada' })).toBe('Hello, Ada')
    settings.language = 'fr'
    expect(words.format('hello', { name: 'Ada' })).toBe('Hello, Ada')
    await words.load()
    expect(words.format('hello', { name: 'Ada' })).toBe('Bonjour, Ada')
    settings.language = 'hu'
    await words.load()
    expect(words.format('hello', { name: 'Ada' })).toBe('Hello, Ada')
  })
  it('join a list as the language does', async () => {
    await words.load('en')
    const some = (...numbers: number[]) => ({ cards: { list: numbers.map((n) => ['card', { n }]), with: 'and' } })
    expect(words.format('holds', some(2))).toBe('You hold 2 cards.')
    expect(words.format('holds', some(1, 2, 3))).toBe('You hold 1 cards, 2 cards and 3 cards.')
  })
  it('that are missing are named, so that nothing is lost', async () => {
    await words.load('en')
    expect(words.format('nowhere')).toBe('nowhere')
  })
})

import { FluentBundle, FluentResource } from '@fluent/bundle'
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { BoardProps } from '../../lib/board'
import type { GameInfo, GameEvent } from '../../lib/protocol'
import { settings } from '../../lib/settings.svelte'
import type { Format } from '../../lib/words.svelte'
import Board from './Board.svelte'
import sample from './sample.json'
import type { View } from './view'
import english from './words/en.ftl?raw'

const bundle = new FluentBundle('en', { useIsolating: false })
bundle.addResource(new FluentResource(english))
const boardText: Format = (message, args = {}) => {
  const pattern = bundle.getMessage(message)?.value
  return pattern ? bundle.formatPattern(pattern, args as Record<string, string>) : `no message ${message}`
}
const gameText: Format = (message, args = {}) => (message === 'piece' ? String(args.rank) : message)

const ways = sample.squares.flatMap((start) => sample.squares.map((end) => `${start}-${end}`))
const actions = [...ways, ...sample.ranks.map((rank) => `place ${rank}`)]
const codeOf = (name: string) => (actions.includes(name) ? actions.indexOf(name) : undefined)
const presets = Object.fromEntries(
  Object.entries(sample.presets).map(([name, ranks]) => [name, ranks.map((rank) => codeOf(`place ${rank}`)!)]),
)
const game = {
  actions,
  presets,
  fields: [
    { name: 'army', labels: [sample.ranks] },
    { name: 'board', labels: [sample.squares] },
  ],
} as unknown as GameInfo

function propsOf(scene: { view: View; observer: number; offers: string[]; events: unknown[] }): BoardProps<View> {
  return {
    game,
    view: scene.view,
    observer: scene.observer,
    seats: [],
    toAct: [scene.observer],
    over: false,
    offers: scene.offers.map((name) => ({ action: codeOf(name)!, name, message: '', args: {} })),
    anytime: [{ action: 0, name: 'seat 1 resigns', message: '', args: {} }],
    events: scene.events as GameEvent[],
    fresh: [],
    hinted: [],
    aids: true,
    pending: 0,
    confirmed: [false, false],
    gameText,
    boardText,
    playerName: (seat) => (seat === scene.observer ? 'you' : 'Ann'),
    act: vi.fn(),
    submitAhead: vi.fn(),
    whyNot: vi.fn(),
    codeOf,
    know: () => Promise.resolve([{ what: '', field: 'rank', index: [0], odds: [['bomb', 0.25]] }]),
  }
}

const on = (square: string) => document.querySelector<HTMLElement>(`[data-square="${square}"]`)!
const label = (square: string) => on(square).getAttribute('aria-label')
const ready = () => document.querySelector<HTMLElement>('[data-ready]')
const choose = (what: string) => document.querySelector<HTMLElement>(`[data-choose="${what}"]`)!

beforeEach(() => {
  settings.motion = 'none'
  sessionStorage.clear()
  localStorage.clear()
})
afterEach(cleanup)

describe('in play', () => {
  const shown = () => {
    const props = propsOf(sample.mid)
    return { props, ...render(Board, { props }) }
  }

  it('a piece is picked up, and goes where it is offered to go', async () => {
    const { props } = shown()
    await fireEvent.click(on('d6'))
    const targets = [...document.querySelectorAll<HTMLElement>('[role=grid] [data-action]')]
    expect(targets.map((one) => one.dataset.square).sort()).toEqual(['d5', 'd7', 'e6'])
    await fireEvent.click(on('d5'))
    expect(props.act).toHaveBeenCalledExactlyOnceWith(codeOf('d6-d5'))
  })

  it('what is not offered is explained', async () => {
    const { props } = shown()
    await fireEvent.click(on('h8'))
    expect(props.whyNot).toHaveBeenLastCalledWith(codeOf('h8-h7'))
    await fireEvent.click(on('d6'))
    await fireEvent.click(on('a3'))
    expect(props.whyNot).toHaveBeenLastCalledWith(codeOf('d6-a3'))
    expect(props.act).not.toHaveBeenCalled()
  })

  it('the arrow keys go over the squares, escape puts a piece down', async () => {
    shown()
    on('d6').focus()
    await fireEvent.keyDown(on('d6'), { key: 'ArrowUp' })
    expect(document.activeElement).toBe(on('d5'))
    await fireEvent.click(on('d6'))
    expect(label('d6')).toContain('picked up')
    await fireEvent.keyDown(on('d6'), { key: 'Escape' })
    expect(label('d6')).not.toContain('picked up')
  })

  it('an enemy piece tells what it can be, and takes a note that outlasts the page', async () => {
    const view = { ...sample.mid.view }
    const square = sample.squares[view.at[0]!] ?? sample.squares[view.at.findIndex((at) => at >= 0)]!
    const { unmount } = shown()
    await fireEvent.click(on(square))
    expect((await screen.findByText('25%')).dataset.chance).toBe('bomb')
    await fireEvent.click(document.querySelector('[data-note=miner]')!)
    expect(label(square)).toContain('your note: miner')
    unmount()
    shown()
    expect(label(square)).toContain('your note: miner')
  })

  it('nothing of an enemy’s hidden rank is said', () => {
    shown()
    const enemies = sample.mid.view.at.flatMap((at, piece) => (at >= 0 && piece < 24 ? [sample.squares[at]!] : []))
    const hidden = enemies.filter(
      (square) => sample.mid.view.rank[sample.mid.view.board[sample.squares.indexOf(square)]!]! < 0,
    )
    expect(hidden.length).toBeGreaterThan(5)
    for (const square of hidden) expect(label(square)).toMatch(/^\w\d, enemy: unknown/)
  })

  it('the last attack is events without any motion', () => {
    shown()
    expect(screen.getByText('attack-both')).toBeTruthy()
    expect(document.querySelector('[data-duel]')).toBeNull()
  })
})

describe('in set-up', () => {
  const shown = (changes: Partial<BoardProps<View>> = {}) => {
    const props = { ...propsOf(sample.setup), ...changes }
    return { props, ...render(Board, { props }) }
  }

  it('two pieces change places, and all are handed in', async () => {
    const { props } = shown()
    expect(label('h8')).toBe('h8, yours: flag')
    await fireEvent.click(on('h8'))
    await fireEvent.click(on('g8'))
    expect([label('h8'), label('g8')]).toEqual(['h8, yours: bomb', 'g8, yours: flag'])
    await fireEvent.click(ready()!)
    const [codes] = vi.mocked(props.submitAhead).mock.lastCall!
    expect(codes).toHaveLength(24)
    expect(codes.slice(0, 2)).toEqual([codeOf('place bomb'), codeOf('place flag')])
  })

  it('ready-made ones, mirrored ones and one’s own can be chosen', async () => {
    shown()
    await fireEvent.click(document.querySelector('[data-preset=storm]')!)
    await fireEvent.click(choose('mirror'))
    expect(label('d8')).toBe('d8, yours: ' + sample.presets.storm[3])
    await fireEvent.input(screen.getByRole('textbox'), { target: { value: ' left ' } })
    await fireEvent.submit(document.querySelector('form')!)
    await fireEvent.click(document.querySelector('[data-preset=fortress]')!)
    await fireEvent.click(document.querySelector('[data-own=left]')!)
    expect(label('a8')).toBe('a8, yours: ' + sample.presets.storm[0])
    await fireEvent.click(screen.getByRole('button', { name: 'Delete left' }))
    expect(document.querySelector('[data-own=left]')).toBeNull()
  })

  it('who is ready can take it back, and changes nothing before', async () => {
    const { props } = shown({ confirmed: [false, true] })
    await fireEvent.click(on('h8'))
    await fireEvent.click(on('g8'))
    expect(ready()!.dataset.action).toBeUndefined()
    await fireEvent.click(ready()!)
    expect(props.submitAhead).toHaveBeenCalledExactlyOnceWith([])
  })

  it('what stands already stays, and only the rest is handed in', async () => {
    const rank = [...sample.setup.view.rank]
    rank[24] = sample.ranks.indexOf('bomb')
    const { props } = shown({ view: { ...sample.setup.view, rank } })
    expect(label('h8')).toBe('h8, yours: bomb')
    await fireEvent.click(on('h8'))
    await fireEvent.click(on('g8'))
    expect(label('h8')).toBe('h8, yours: bomb')
    await fireEvent.click(ready()!)
    expect(vi.mocked(props.submitAhead).mock.lastCall![0]).toHaveLength(23)
  })

  it('who looks at it later sees what stood, and changes nothing', () => {
    const rank = sample.setup.view.rank.map((_, piece) => (piece < 24 ? -2 : piece < 30 ? 8 : -1))
    shown({ view: { ...sample.setup.view, rank }, anytime: [], offers: [] })
    expect([label('h8'), label('a7')]).toEqual(['h8, yours: bomb', 'a7, empty'])
    expect(ready()).toBeNull()
  })

  it('another seat at the same screen sees nothing of it', async () => {
    const { rerender } = shown()
    await fireEvent.click(document.querySelector('[data-preset=storm]')!)
    await rerender({ observer: 0, offers: [] })
    expect(label('a1')).toBe('a1, yours: ' + sample.presets.fortress[0])
    expect(label('h8')).toBe('h8, empty')
  })
})

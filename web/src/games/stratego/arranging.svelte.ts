// An army while it is arranged: who stands where, what was begun before, and what cannot be moved any more.

import { recall, remember } from './memory'
import { fits, isPlan, keeping, shuffled, type Plan } from './setups'
import { piecesOf, type Names, type View } from './view'

/** A piece of a plan. It keeps its name when it goes elsewhere, so that it is seen to move. */
export interface Man {
  id: string
  rank: string
}

/** What it is made from, as it is now. */
interface Now {
  view: View
  names: Names
  seat: number
  presets: Record<string, Plan>
  /** it is handed in */
  ready: boolean
}

export class Arranging {
  #plans = $state.raw<Record<number, Man[]>>({}) // by seat: two may arrange at one screen

  constructor(private now: () => Now) {}

  /** The pieces to be, in the order in which they are placed, and the ranks of those that stand already. */
  slots = $derived.by(() => piecesOf(this.now().view, this.now().seat))
  stands = $derived.by(() => this.slots.flatMap((piece) => this.now().names.ranks[this.now().view.rank[piece]!] ?? []))

  #recalled = $derived.by((): Plan | undefined => {
    const { view, names, seat } = this.now()
    const found = recall('plan', seat)
    return isPlan(found) && fits(found, view, names) ? found : undefined
  })

  men = $derived.by((): Man[] => {
    const wanted = this.#plans[this.now().seat] ?? manned(this.#recalled ?? this.#first(), [])
    if (this.stands.every((rank, i) => wanted[i]?.rank === rank)) return wanted
    return manned(keeping(this.stands, ranksOf(wanted)), wanted)
  })
  plan = $derived.by(() => ranksOf(this.men))

  /** What was handed in lies sealed, and in another window: it is not known here. */
  elsewhere = $derived.by(() => {
    const { seat, ready } = this.now()
    return ready && this.stands.length === 0 && !this.#plans[seat] && !this.#recalled
  })

  /** The man who is to stand for a piece. */
  manOf(piece: number): Man | undefined {
    return this.men[this.slots.indexOf(piece)]
  }

  /** Can what stands on this square be put elsewhere? */
  loose(square: number): boolean {
    return !this.now().ready && this.#slotOf(square) >= this.stands.length
  }

  choose(wanted: Plan): void {
    this.#keep(manned(keeping(this.stands, wanted), this.men))
  }

  swap(here: number, there: number): void {
    if (!this.loose(here) || !this.loose(there)) return
    const [one, other] = [this.#slotOf(here), this.#slotOf(there)]
    const changed = [...this.men]
    ;[changed[one], changed[other]] = [this.men[other]!, this.men[one]!]
    this.#keep(changed)
  }

  /** What is handed in is remembered as it was. */
  settle(): void {
    this.#keep(this.men)
  }

  #slotOf(square: number): number {
    return this.slots.findIndex((piece) => this.now().view.at[piece] === square)
  }

  #first(): Plan {
    const { view, names, presets } = this.now()
    return Object.values(presets)[0] ?? shuffled(view, names)
  }

  #keep(men: Man[]): void {
    const { seat } = this.now()
    this.#plans = { ...this.#plans, [seat]: men }
    remember('plan', seat, ranksOf(men))
  }
}

function ranksOf(men: Man[]): Plan {
  return men.map((man) => man.rank)
}

/** Find a man for each slot: the one that stands there, or else any of the rank. */
function manned(wanted: Plan, before: Man[]): Man[] {
  const spare = new Map<string, Man[]>()
  const stays = wanted.map((rank, i) => before[i]?.rank === rank)
  before.forEach((man, i) => !stays[i] && spare.set(man.rank, [...(spare.get(man.rank) ?? []), man]))
  return wanted.map((rank, i) => {
    if (stays[i]) return before[i]!
    return spare.get(rank)?.shift() ?? { id: `plan-${rank}-${i}`, rank }
  })
}

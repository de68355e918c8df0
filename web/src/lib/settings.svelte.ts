// What a person has set for themselves, in this browser; nothing of it is sent anywhere.

export const LANGUAGES = ['en', 'fr', 'hu'] as const
export type Language = (typeof LANGUAGES)[number]
export const THEMES = ['auto', 'light', 'dark', 'contrast'] as const
export const MOTIONS = ['auto', 'full', 'none'] as const
export const PIECES = ['drawn', 'letters'] as const

export interface Settings {
  language: Language
  theme: (typeof THEMES)[number]
  motion: (typeof MOTIONS)[number]
  sound: boolean
  notify: boolean
  pieces: (typeof PIECES)[number]
  coordinates: boolean
  /** games whose first-game tour was seen or skipped */
  toured: string[]
}

const KEY = 'escapade-settings'

function spoken(): Language {
  const wanted = (navigator.languages ?? []).map((tag) => tag.slice(0, 2))
  return wanted.find((tag): tag is Language => LANGUAGES.some((known) => known === tag)) ?? 'en'
}

function kept(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Settings>
  } catch {
    return {} // a browser that keeps nothing, or something that was not ours
  }
}

export const settings: Settings = $state({
  language: spoken(),
  theme: 'auto',
  motion: 'auto',
  sound: false,
  notify: false,
  pieces: 'drawn',
  coordinates: true,
  toured: [],
  ...kept(),
})

/** What the device itself is set to, followed as it changes. */
const device = $state({ calm: false, dark: false })
function follow(what: keyof typeof device, query: string): void {
  if (typeof matchMedia !== 'function') return
  const asked = matchMedia(query)
  device[what] = asked.matches
  asked.addEventListener('change', (event) => (device[what] = event.matches))
}
follow('calm', '(prefers-reduced-motion: reduce)')
follow('dark', '(prefers-color-scheme: dark)')

/** The theme that is shown. */
function theme(): string {
  return settings.theme === 'auto' ? (device.dark ? 'dark' : 'light') : settings.theme
}

/** Is nothing to move by itself? */
export function still(): boolean {
  return settings.motion === 'none' || (settings.motion === 'auto' && device.calm)
}

/** How long something moves, in milliseconds: not at all for who wants it still. */
export function motionDuration(milliseconds: number): number {
  return still() ? 0 : milliseconds
}

/** Keep the settings and show them; called once, by the page. */
export function obeySettings(): void {
  $effect(() => {
    const root = document.documentElement
    root.lang = settings.language
    root.dataset.theme = theme()
    root.dataset.motion = still() ? 'none' : 'full'
    try {
      localStorage.setItem(KEY, JSON.stringify(settings))
    } catch {
      // a browser that keeps nothing still plays
    }
  })
}

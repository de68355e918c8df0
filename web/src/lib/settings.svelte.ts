// A person's settings, kept in this browser; nothing of it is sent anywhere.

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

function preferredLanguage(): Language {
  const wanted = (navigator.languages ?? []).map((tag) => tag.slice(0, 2))
  return wanted.find((tag): tag is Language => LANGUAGES.some((known) => known === tag)) ?? 'en'
}

function stored(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Settings>
  } catch {
    return {} // a browser that keeps nothing, or something that was not ours
  }
}

export const settings: Settings = $state({
  language: preferredLanguage(),
  theme: 'auto',
  motion: 'auto',
  sound: false,
  notify: false,
  pieces: 'drawn',
  coordinates: true,
  toured: [],
  ...stored(),
})

/** The device's own settings, followed as they change. */
const device = $state({ reducedMotion: false, dark: false })
function follow(what: keyof typeof device, query: string): void {
  if (typeof matchMedia !== 'function') return
  const media = matchMedia(query)
  device[what] = media.matches
  media.addEventListener('change', (event) => (device[what] = event.matches))
}
follow('reducedMotion', '(prefers-reduced-motion: reduce)')
follow('dark', '(prefers-color-scheme: dark)')

/** The theme that is shown. */
function theme(): string {
  return settings.theme === 'auto' ? (device.dark ? 'dark' : 'light') : settings.theme
}

/** Is motion reduced, by this setting or the device's? */
export function reducedMotion(): boolean {
  return settings.motion === 'none' || (settings.motion === 'auto' && device.reducedMotion)
}

/** The duration of an animation, in milliseconds: 0 with reduced motion. */
export function motionDuration(milliseconds: number): number {
  return reducedMotion() ? 0 : milliseconds
}

/** Store the settings and apply them to the document; called once, by `App`. */
export function applySettings(): void {
  $effect(() => {
    const root = document.documentElement
    root.lang = settings.language
    root.dataset.theme = theme()
    root.dataset.motion = reducedMotion() ? 'none' : 'full'
    try {
      localStorage.setItem(KEY, JSON.stringify(settings))
    } catch {
      // a browser that keeps nothing still plays
    }
  })
}

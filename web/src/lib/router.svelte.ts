// Which page is shown: its address, and nothing else, decides.

export type Route =
  | { page: 'home' }
  | { page: 'new'; game: string }
  | { page: 'table'; code: string; invitation: string }
  | { page: 'replay'; code: string }
  | { page: 'settings' }
  | { page: 'lost' }

let here = $state(location.pathname + location.search)

export function routeOf(address: string): Route {
  const url = new URL(address, 'http://here')
  const [first, second, third] = url.pathname.split('/').slice(1)
  if (!first) return { page: 'home' }
  if (first === 'new' && second) return { page: 'new', game: second }
  if (first === 't' && second && third === 'replay') return { page: 'replay', code: second }
  if (first === 't' && second)
    return { page: 'table', code: second, invitation: url.searchParams.get('invitation') ?? '' }
  if (first === 'settings') return { page: 'settings' }
  return { page: 'lost' }
}

/** The page to be shown. */
export function route(): Route {
  return routeOf(here)
}

/** The query of the address. */
export function query(): URLSearchParams {
  return new URL(here, 'http://here').searchParams
}

/** Go to another page. */
export function go(address: string): void {
  history.pushState(null, '', address)
  here = address
  scrollTo(0, 0)
  document.getElementById('main')?.focus({ preventScroll: true })
}

/** Replace the address without going anywhere: it says which step of a replay is shown. */
export function replaceAddress(address: string): void {
  history.replaceState(null, '', address)
  here = address
}

/** Follow the browser's own buttons, and links within the page without loading it again. */
export function followLinks(): void {
  addEventListener('popstate', () => (here = location.pathname + location.search))
  document.addEventListener('click', (event) => {
    const link = (event.target as Element | null)?.closest?.('a')
    const plain = !event.defaultPrevented && event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey
    if (!link || !plain || link.origin !== location.origin || link.target || link.hasAttribute('download')) return
    if (link.pathname.startsWith('/api/') || link.getAttribute('href')?.startsWith('#')) return
    event.preventDefault()
    go(link.pathname + link.search)
  })
}

// The server over HTTP. Whoever has no name yet becomes a guest when they first do something.

import { forgetAll, remember } from './invitations.svelte'
import type {
  PasskeyOptions,
  Passkeys,
  Games,
  Me,
  Problem,
  RatingList,
  Replay,
  Rulebook,
  SeatRequest,
  Sessions,
  TableInfo,
  TableRequest,
  Tables,
} from './protocol'

/** The server said no, or did not answer. */
export class Refusal extends Error {
  constructor(
    readonly error: string,
    reason: string,
  ) {
    super(reason)
  }
}

async function ask<T>(method: string, address: string, body?: unknown): Promise<T> {
  let answer: Response
  const sent = body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  try {
    answer = await fetch(address, { method, ...sent })
  } catch {
    throw new Refusal('offline', 'the server does not answer')
  }
  if (answer.ok) return (await answer.json()) as T
  const problem = (await answer.json().catch(() => ({}))) as Partial<Problem>
  if (problem.error === 'unknown') me = undefined // signed out elsewhere: whoever tries again is a guest
  throw new Refusal(problem.error ?? 'broken', problem.reason ?? answer.statusText)
}

let me: Promise<Me> | undefined

/** Who I am: a guest, if nobody knows me yet. */
export function whoAmI(): Promise<Me> {
  me ??= ask<Me>('POST', '/api/guest', {}).catch((error: unknown) => {
    me = undefined
    throw error
  })
  return me
}

/** Ask for something that only someone may ask for. */
async function asSomeone<T>(method: string, address: string, body?: unknown): Promise<T> {
  await whoAmI()
  return ask<T>(method, address, body)
}

function known(answer: Promise<Me>): Promise<Me> {
  return answer.then((person) => {
    me = Promise.resolve(person)
    return person
  })
}

/** Can this browser make and show passkeys? */
export const canPasskey =
  typeof PublicKeyCredential !== 'undefined' && 'parseCreationOptionsFromJSON' in PublicKeyCredential

let games: Promise<Games> | undefined

export const api = {
  games: () =>
    (games ??= ask<Games>('GET', '/api/games').catch((error: unknown) => {
      games = undefined // asked again when it is needed again
      throw error
    })),
  tables: (which: 'mine' | 'join' | 'watch') => ask<Tables>('GET', `/api/tables?which=${which}`),
  table: (code: string) => ask<TableInfo>('GET', `/api/tables/${code}`),
  ratings: (game: string) => ask<RatingList>('GET', `/api/ratings/${game}`),
  create: (request: TableRequest) => asSomeone<TableInfo>('POST', '/api/tables', request).then(remember),
  join: (code: string, seat: number | null, invitation = '') =>
    asSomeone<TableInfo>('POST', `/api/tables/${code}/join`, { seat, invitation }),
  leave: (code: string) => asSomeone<TableInfo>('POST', `/api/tables/${code}/leave`),
  seat: (code: string, seat: number, request: SeatRequest) =>
    asSomeone<TableInfo>('PUT', `/api/tables/${code}/seats/${seat}`, request).then(remember),
  rematch: (code: string) => asSomeone<TableInfo>('POST', `/api/tables/${code}/rematch`),
  replay: (code: string, observer: string, from: number) =>
    ask<Replay>('GET', `/api/tables/${code}/replay?observer=${observer}&from=${from}`),
  record: async (code: string): Promise<string> => {
    const answer = await fetch(`/api/tables/${code}/record`)
    if (!answer.ok) throw new Refusal('broken', answer.statusText)
    return answer.text()
  },
  upload: (record: string) => asSomeone<TableInfo>('POST', '/api/records', { record }),
  rules: (game: string, language: string) => ask<Rulebook>('GET', `/api/games/${game}/rules/${language}`),
  rename: (name: string) => known(asSomeone<Me>('PATCH', '/api/me', { name })),
  account: (login: string, password: string) => known(asSomeone<Me>('POST', '/api/account', { login, password })),
  logIn: (login: string, password: string) => known(ask<Me>('POST', '/api/login', { login, password })),
  /** Make a passkey; a guest has an account from then on. */
  makePasskey: async (login: string) => {
    const { token, options } = await asSomeone<PasskeyOptions>('POST', '/api/passkey/register/options', { login })
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
      options as unknown as PublicKeyCredentialCreationOptionsJSON,
    )
    const credential = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential
    return known(ask<Me>('POST', '/api/passkey/register', { token, credential: credential.toJSON() }))
  },
  /** Come back with a passkey. */
  showPasskey: async () => {
    const { token, options } = await ask<PasskeyOptions>('POST', '/api/passkey/login/options')
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
      options as unknown as PublicKeyCredentialRequestOptionsJSON,
    )
    const credential = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential
    return known(ask<Me>('POST', '/api/passkey/login', { token, credential: credential.toJSON() }))
  },
  passkeys: () => ask<Passkeys>('GET', '/api/passkeys'),
  removePasskey: (id: string) => ask<object>('DELETE', `/api/passkeys/${id}`),
  password: (current: string, password: string) => known(ask<Me>('POST', '/api/password', { current, password })),
  sessions: () => ask<Sessions>('GET', '/api/sessions'),
  endSession: (id: string) => ask<object>('DELETE', `/api/sessions/${id}`),
  endOtherSessions: () => ask<object>('DELETE', '/api/sessions'),
  logOut: async () => {
    await ask('POST', '/api/logout')
    forgetAll()
    me = undefined
  },
}

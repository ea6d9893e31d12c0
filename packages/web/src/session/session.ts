import type { User } from '@keydesk/contract'
import { isTokenLive } from './token.ts'

/** Who is signed in, or null. */
export type Signed = { readonly user: User; readonly token: string } | null

export interface Session {
  readonly get: () => Signed
  readonly subscribe: (listener: () => void) => () => void
  readonly start: (token: string, user: User) => void
  /** The session ran out or was rejected. */
  readonly end: () => void
  /** The person ends it. */
  readonly logOut: () => void
  readonly wasLoggedOut: () => boolean
  /** Looks again at what is stored: another tab may have changed it, time may have passed. */
  readonly check: () => void
}

/** The names under which a session is stored. */
export const storedAs = { token: 'token', user: 'user' }

/** The session as the browser's storage has it. Outside React, so that the client and the router can ask it too. */
export function createSession(storage: Storage, now: () => Date = () => new Date()): Session {
  const listeners = new Set<() => void>()
  let signed = read(storage, now())
  let isLoggedOut = false

  const become = (next: Signed) => {
    if (next?.token === signed?.token) return
    signed = next
    for (const listener of listeners) listener()
  }

  const end = () => {
    storage.removeItem(storedAs.token)
    storage.removeItem(storedAs.user)
    become(null)
  }

  return {
    get: () => signed,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start: (token, user) => {
      isLoggedOut = false
      // The token last: another tab that sees it sees its user, too.
      storage.setItem(storedAs.user, JSON.stringify(user))
      storage.setItem(storedAs.token, token)
      become(read(storage, now()))
    },
    end,
    logOut: () => {
      isLoggedOut = true
      end()
    },
    wasLoggedOut: () => isLoggedOut,
    check: () => {
      const next = read(storage, now())
      // Without a token there is nothing to clear: another tab may be about to store one.
      if (next === null && storage.getItem(storedAs.token) !== null) end()
      else become(next)
    },
  }
}

function read(storage: Storage, now: Date): Signed {
  const token = storage.getItem(storedAs.token)
  const user = readUser(storage.getItem(storedAs.user))
  return token !== null && user !== null && isTokenLive(token, now) ? { token, user } : null
}

/** A stored user that cannot be read counts as none. */
function readUser(stored: string | null): User | null {
  if (stored === null) return null
  try {
    const user: unknown = JSON.parse(stored)
    if (typeof user !== 'object' || user === null) return null
    return { username: textOf(user, 'username'), email: textOf(user, 'email'), permissions: permissionsOf(user) }
  } catch {
    return null
  }
}

/** Undefined if the host sends none: then everything is allowed. */
function permissionsOf(user: object): string[] | undefined {
  const names: unknown = Reflect.get(user, 'permissions')
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : undefined
}

function textOf(holder: object, name: string): string {
  const value: unknown = Reflect.get(holder, name)
  return typeof value === 'string' ? value : ''
}

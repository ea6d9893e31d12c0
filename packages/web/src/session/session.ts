import type { Permission, Role, User } from '@keydesk/contract'
import { isTokenLive } from './token.ts'

/** A role that an owner looks through (docs/reference/roles.md, View as), with what a first load should not have to know of it. */
export interface ViewedRole {
  readonly role: Role
  readonly name: string
  readonly permissions: readonly string[]
}

/** Who is signed in, or null. */
export type Signed = {
  readonly user: User
  readonly token: string
  /** In this tab. */
  readonly viewing: ViewedRole | null
} | null

export interface Session {
  readonly get: () => Signed
  readonly subscribe: (listener: () => void) => () => void
  readonly start: (token: string, user: User) => void
  /** What the server says of the signed-in person now. */
  readonly update: (user: User) => void
  /** Looks through a role, or no longer. */
  readonly viewAs: (viewed: ViewedRole | null) => void
  /** The session ran out or was rejected. */
  readonly end: () => void
  /** The person ends it. */
  readonly logOut: () => void
  readonly wasLoggedOut: () => boolean
  /** Looks again at what is stored: another tab may have changed it, time may have passed. */
  readonly check: () => void
}

/** The names under which a session is stored; the viewed role is kept for the tab alone. */
export const storedAs = { token: 'token', user: 'user', viewing: 'view-as' }

/**
 * Whether the host is Keydesk's own server, which says with the user what the role allows. Any other is taken to know the basic calls alone
 * (docs/reference/calls.md, Another server behind the web app): it is asked nothing else, and nothing else is offered.
 */
export const isOwnHost = (signed: Signed): boolean => signed?.user.permissions !== undefined

/** What the signed-in person's role allows, or the one that is viewed. A host that names no permissions allows everything. */
export function isAllowed(signed: Signed, permission: Permission): boolean {
  const { permissions: allowed } = signed?.viewing ?? signed?.user ?? {}
  return allowed?.includes(permission) ?? true
}

/**
 * The session as the browser's storage has it. Outside React, so that the client and the router can ask it too.
 * @param tab what is kept for this tab alone
 */
export function createSession(storage: Storage, now: () => Date = () => new Date(), tab: Storage = sessionStorage): Session {
  const listeners = new Set<() => void>()
  const readNow = () => read(storage, tab, now())
  let signed = readNow()
  let isLoggedOut = false

  const become = (next: Signed) => {
    if (isSame(next, signed)) return
    signed = next
    for (const listener of listeners) listener()
  }

  const end = () => {
    storage.removeItem(storedAs.token)
    storage.removeItem(storedAs.user)
    tab.removeItem(storedAs.viewing)
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
      become(readNow())
    },
    update: (user) => {
      // A late answer may be about somebody who was signed in before.
      if (user.username !== signed?.user.username) return
      storage.setItem(storedAs.user, JSON.stringify(user))
      become(readNow())
    },
    viewAs: (viewed) => {
      if (viewed === null) tab.removeItem(storedAs.viewing)
      else tab.setItem(storedAs.viewing, JSON.stringify(viewed))
      become(readNow())
    },
    end,
    logOut: () => {
      isLoggedOut = true
      end()
    },
    wasLoggedOut: () => isLoggedOut,
    check: () => {
      const next = readNow()
      // Without a token there is nothing to clear: another tab may be about to store one.
      if (next === null && storage.getItem(storedAs.token) !== null) end()
      else become(next)
    },
  }
}

/** A fresh token of the same person is told as well: calls are made with it. */
const isSame = (one: Signed, other: Signed): boolean => one?.token === other?.token && rightsOf(one) === rightsOf(other)

/** Changes with everything that decides what may be seen. */
export const rightsOf = (signed: Signed): string =>
  [signed?.viewing?.role, signed?.user.role, signed?.user.permissions, signed?.user.two_factor_due].join('\n')

function read(storage: Storage, tab: Storage, now: Date): Signed {
  const token = storage.getItem(storedAs.token)
  const user = readUser(storage.getItem(storedAs.user))
  if (token === null || user === null || !isTokenLive(token, now)) return null
  return { token, user, viewing: mayViewAs(user) ? readViewed(tab.getItem(storedAs.viewing)) : null }
}

/** One that cannot be read counts as none. */
function readViewed(stored: string | null): ViewedRole | null {
  try {
    const viewed: unknown = JSON.parse(stored ?? 'null')
    if (typeof viewed !== 'object' || viewed === null) return null
    const permissions: unknown = Reflect.get(viewed, 'permissions')
    return Array.isArray(permissions) ? { role: textOf(viewed, 'role') as Role, name: textOf(viewed, 'name'), permissions } : null
  } catch {
    return null
  }
}

/** Only owners, and only on a server that knows roles. */
export const mayViewAs = ({ role, permissions }: User): boolean => role === 'owner' && permissions !== undefined

/** A stored user that cannot be read counts as none. */
function readUser(stored: string | null): User | null {
  if (stored === null) return null
  try {
    const user: unknown = JSON.parse(stored)
    if (typeof user !== 'object' || user === null) return null
    const own = { username: textOf(user, 'username'), email: textOf(user, 'email') }
    return {
      ...own,
      role: textOf(user, 'role'),
      permissions: storedPermissions(user),
      two_factor_due: Reflect.get(user, 'two_factor_due') === true,
    }
  } catch {
    return null
  }
}

/** Undefined if the host sends none: then everything is allowed. */
function storedPermissions(user: object): string[] | undefined {
  const names: unknown = Reflect.get(user, 'permissions')
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : undefined
}

function textOf(holder: object, name: string): string {
  const value: unknown = Reflect.get(holder, name)
  return typeof value === 'string' ? value : ''
}

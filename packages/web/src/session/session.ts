import type { Permission, Role, User } from '@keydesk/contract'
import { isTokenLive } from './token.ts'

/** A role that an owner views as (docs/reference/roles.md, View as), with its name and permissions, so that the first load need not know them. */
export interface ViewedRole {
  readonly role: Role
  readonly name: string
  readonly permissions: readonly string[]
}

/** The signed-in person, or null. */
export type Signed = {
  readonly user: User
  readonly token: string
  /** The role that an owner views as, in this tab. */
  readonly viewing: ViewedRole | null
} | null

export interface Session {
  readonly get: () => Signed
  readonly subscribe: (listener: () => void) => () => void
  readonly start: (token: string, user: User) => void
  /** Stores what the server now says about the signed-in person. */
  readonly update: (user: User) => void
  /** Starts viewing as a role, or stops with null. */
  readonly viewAs: (viewed: ViewedRole | null) => void
  /** The session ran out or was rejected. */
  readonly end: () => void
  /** The person logs out. */
  readonly logOut: () => void
  /** Whose session ran out or was rejected; null after a logout. */
  readonly lostBy: () => string | null
  /** Reads the storage again: another tab may have changed it, or the token may have expired. */
  readonly check: () => void
}

/** The storage keys of a session. The viewed role is stored for the tab alone. */
export const storedAs = { token: 'token', user: 'user', viewing: 'view-as' }

/**
 * Whether the host is Keydesk's own server, which sends the permissions with the user. Any other host is assumed to know only the basic
 * calls (docs/reference/calls.md, Another server behind the web app): the app asks it nothing else and offers nothing else.
 */
export const isOwnHost = (signed: Signed): boolean => signed?.user.permissions !== undefined

/** Whether the role of the signed-in person, or the viewed role, has a permission. A host that sends no permissions allows everything. */
export function isAllowed(signed: Signed, permission: Permission): boolean {
  const { permissions: allowed } = signed?.viewing ?? signed?.user ?? {}
  return allowed?.includes(permission) ?? true
}

/**
 * The session in the browser's storage. It is outside React because the client and the router need it too.
 * @param tab the storage of this tab alone
 */
export function createSession(storage: Storage, now: () => Date = () => new Date(), tab: Storage = sessionStorage): Session {
  const listeners = new Set<() => void>()
  const readNow = () => read(storage, tab, now())
  let signed = readNow()
  let lastUser = signed?.user.username ?? null

  const readAgain = () => {
    let next = readNow()
    // The viewed role ends with the person's session, also when another tab ends it.
    if (next?.user.username !== signed?.user.username) {
      tab.removeItem(storedAs.viewing)
      next = readNow()
    }
    if (isSame(next, signed)) return
    signed = next
    lastUser = next?.user.username ?? lastUser
    for (const listener of listeners) listener()
  }

  const end = () => {
    storage.removeItem(storedAs.token)
    storage.removeItem(storedAs.user)
    readAgain()
  }

  return {
    get: () => signed,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start: (token, user) => {
      // The token last: a tab that sees the token must see its user too.
      storage.setItem(storedAs.user, JSON.stringify(user))
      storage.setItem(storedAs.token, token)
      readAgain()
    },
    update: (user) => {
      // A late answer may be about the person who was signed in before.
      if (user.username !== signed?.user.username) return
      storage.setItem(storedAs.user, JSON.stringify(user))
      readAgain()
    },
    viewAs: (viewed) => {
      if (viewed === null) tab.removeItem(storedAs.viewing)
      else tab.setItem(storedAs.viewing, JSON.stringify(viewed))
      readAgain()
    },
    end,
    logOut: () => {
      lastUser = null
      end()
    },
    lostBy: () => lastUser,
    check: () => {
      // If there is no token, there is nothing to clear, and another tab may be about to store one.
      if (readNow() === null && storage.getItem(storedAs.token) !== null) end()
      else readAgain()
    },
  }
}

/** Compares the token too: calls must use a fresh token of the same person. */
const isSame = (one: Signed, other: Signed): boolean =>
  one?.token === other?.token && one?.user.email === other?.user.email && rightsOf(one) === rightsOf(other)

/** A text that changes with everything that decides what the person may see. */
export const rightsOf = (signed: Signed): string =>
  [signed?.viewing?.role, signed?.user.role, signed?.user.permissions, signed?.user.two_factor_due].join('\n')

function read(storage: Storage, tab: Storage, now: Date): Signed {
  const token = storage.getItem(storedAs.token)
  const user = readUser(storage.getItem(storedAs.user))
  if (token === null || user === null || !isTokenLive(token, now)) return null
  return { token, user, viewing: mayViewAs(user) ? readViewed(tab.getItem(storedAs.viewing)) : null }
}

function readViewed(stored: string | null): ViewedRole | null {
  const viewed = readObject(stored)
  const permissions = viewed && storedPermissions(viewed)
  return permissions ? { role: textOf(viewed, 'role') as Role, name: textOf(viewed, 'name'), permissions } : null
}

/** Only owners may, on a server that has roles. */
export const mayViewAs = ({ role, permissions }: User): boolean => role === 'owner' && permissions !== undefined

function readUser(stored: string | null): User | null {
  const user = readObject(stored)
  return (
    user && {
      ...{ username: textOf(user, 'username'), email: textOf(user, 'email'), role: textOf(user, 'role') },
      permissions: storedPermissions(user),
      two_factor_due: Reflect.get(user, 'two_factor_due') === true,
    }
  )
}

/** An unreadable value counts as none. */
function readObject(stored: string | null): object | null {
  try {
    const value: unknown = JSON.parse(stored ?? 'null')
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

/** Undefined if the host sends none; then everything is allowed. */
function storedPermissions(user: object): string[] | undefined {
  const names: unknown = Reflect.get(user, 'permissions')
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : undefined
}

function textOf(holder: object, name: string): string {
  const value: unknown = Reflect.get(holder, name)
  return typeof value === 'string' ? value : ''
}

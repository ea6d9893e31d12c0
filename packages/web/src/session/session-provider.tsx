import { limits, type Permission, type User } from '@keydesk/contract'
import { createContext, use, useEffect, useEffectEvent, useRef, useSyncExternalStore, type ReactNode } from 'react'
import type { Session } from './session.ts'

interface Auth {
  readonly user: User | null
  readonly isAuthenticated: boolean
  /** Somebody signed in. False when what the host gave is no live token. */
  readonly start: (token: string, user: User) => boolean
  /** Forgets the session at once. The server is told by `useLogout`. */
  readonly logOut: () => void
}

const AuthContext = createContext<Auth | null>(null)

interface Props {
  readonly session: Session
  /** The session ended, or another tab signed in as somebody else: what was loaded must go. */
  readonly onChange: (isAuthenticated: boolean) => void
  readonly children: ReactNode
}

export function SessionProvider({ session, onChange, children }: Props) {
  const signed = useSyncExternalStore(session.subscribe, session.get, session.get)
  useWatch(session)
  useTold(signed === null ? null : `${signed.user.username}\n${signed.user.email}`, onChange)

  const start = (token: string, user: User) => {
    session.start(token, user)
    return session.get() !== null
  }

  return (
    <AuthContext value={{ user: signed?.user ?? null, isAuthenticated: signed !== null, start, logOut: session.logOut }}>
      {children}
    </AuthContext>
  )
}

export function useAuth(): Auth {
  const value = use(AuthContext)
  if (value === null) throw new Error('useAuth must be used within an AuthProvider')
  return value
}

/** Tells what the signed-in person's role allows. A host that names no permissions allows everything. */
export function useMay(): (permission: Permission) => boolean {
  const { user } = useAuth()
  return (permission) => user?.permissions?.includes(permission) ?? true
}

/** On mount, every 60 seconds, when another tab changes the storage, and when somebody comes back to this one. */
function useWatch(session: Session): void {
  useEffect(() => {
    session.check()
    const timer = setInterval(session.check, limits.tokenCheckMs)
    window.addEventListener('storage', session.check)
    window.addEventListener('focus', session.check)
    return () => {
      clearInterval(timer)
      window.removeEventListener('storage', session.check)
      window.removeEventListener('focus', session.check)
    }
  }, [session])
}

/** A fresh token of the same person changes nothing of what may be seen, nor of what is half edited. */
function useTold(who: string | null, onChange: (isAuthenticated: boolean) => void): void {
  const before = useRef(who)
  const tell = useEffectEvent(() => onChange(who !== null))
  useEffect(() => {
    if (before.current === who) return
    before.current = who
    tell()
  }, [who])
}

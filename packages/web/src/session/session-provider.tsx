import { type Permission, type User, limits } from '@keydesk/contract'
import { type ReactNode, createContext, use, useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'
import { type Session, type Signed, type ViewedRole, isAllowed, isOwnHost, rightsOf } from './session.ts'

interface Auth {
  readonly user: User | null
  readonly isAuthenticated: boolean
  /** The role that an owner looks through. */
  readonly viewing: ViewedRole | null
  readonly viewAs: Session['viewAs']
  /** What the server says of the signed-in person now. */
  readonly update: Session['update']
  readonly may: (permission: Permission) => boolean
  readonly isOwnHost: boolean
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
  /** The same person may see more or less than before. */
  readonly onRights?: () => void
  readonly children: ReactNode
}

export function SessionProvider({ session, onChange, onRights = () => undefined, children }: Props) {
  const signed = useSyncExternalStore(session.subscribe, session.get, session.get)
  useWatch(session)
  useTold(signed, onChange, onRights)

  const start = (token: string, user: User) => {
    session.start(token, user)
    return session.get() !== null
  }

  return (
    <AuthContext
      value={{
        ...{ user: signed?.user ?? null, isAuthenticated: signed !== null, viewing: signed?.viewing ?? null },
        ...{ start, logOut: session.logOut, update: session.update, viewAs: session.viewAs },
        may: (permission) => isAllowed(signed, permission),
        isOwnHost: isOwnHost(signed),
      }}
    >
      {children}
    </AuthContext>
  )
}

export function useAuth(): Auth {
  const value = use(AuthContext)
  if (value === null) throw new Error('useAuth must be used within an AuthProvider')
  return value
}

/** Tells what the signed-in person's role allows, or the one that is viewed. */
export const useMay = (): ((permission: Permission) => boolean) => useAuth().may

/** Whether the host knows more than the basic calls (`isOwnHost` of the session). */
export const useIsOwnHost = (): boolean => useAuth().isOwnHost

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

/**
 * A fresh token of the same person changes nothing of what may be seen, nor of what is half edited. Nor do rights that are learnt for the first
 * time: what was loaded before is what the server gave to whoever has them.
 */
function useTold(signed: Signed, onChange: Props['onChange'], onRights: () => void): void {
  const who = signed === null ? null : `${signed.user.username}\n${signed.user.email}`
  const rights = rightsOf(signed)
  const areKnown = isOwnHost(signed)
  const before = useRef({ who, rights, areKnown })
  const tell = useEffectEvent((isSomebodyElse: boolean) => (isSomebodyElse ? onChange(who !== null) : onRights()))
  useEffect(() => {
    const isSomebodyElse = before.current.who !== who
    const areOthers = before.current.areKnown && before.current.rights !== rights
    before.current = { who, rights, areKnown }
    if (isSomebodyElse || areOthers) tell(isSomebodyElse)
  }, [who, rights, areKnown])
}

import { type Permission, type User, limits } from '@keydesk/contract'
import { type ReactNode, createContext, use, useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'
import { type Session, type Signed, type ViewedRole, isAllowed, isOwnHost, rightsOf } from './session.ts'

interface Auth {
  readonly user: User | null
  readonly isAuthenticated: boolean
  /** The role that an owner views as. */
  readonly viewing: ViewedRole | null
  readonly viewAs: Session['viewAs']
  /** Stores what the server now says about the signed-in person. */
  readonly update: Session['update']
  readonly may: (permission: Permission) => boolean
  readonly isOwnHost: boolean
  /** Signs somebody in. False if the host gave no valid token. */
  readonly start: (token: string, user: User) => boolean
  /** Ends the session in the browser at once. `useLogout` also ends it on the server. */
  readonly logOut: () => void
}

const AuthContext = createContext<Auth | null>(null)

interface Props {
  readonly session: Session
  /** The session ended, or another tab signed in as somebody else: loaded data must be dropped. */
  readonly onChange: (isAuthenticated: boolean) => void
  /** The same person may see more or less than before. */
  readonly onRightsChange?: () => void
  readonly children: ReactNode
}

export function SessionProvider({ session, onChange, onRightsChange = () => undefined, children }: Props) {
  const signed = useSyncExternalStore(session.subscribe, session.get, session.get)
  useWatch(session)
  useSessionChanges(signed, onChange, onRightsChange)

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
  if (value === null) throw new Error('useAuth must be used within a SessionProvider')
  return value
}

/** Whether the role of the signed-in person, or the viewed role, has a permission. */
export const useMay = (): ((permission: Permission) => boolean) => useAuth().may

/** Whether the host knows more than the basic calls (`isOwnHost` of the session). */
export const useIsOwnHost = (): boolean => useAuth().isOwnHost

/** Checks the session on mount, every 60 seconds, when another tab changes the storage, and when this tab gets focus. */
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
 * Reports another person, or other rights of the same person. A fresh token of the same person is not reported: it changes neither loaded
 * data nor unsaved edits. Neither are rights that arrive for the first time: the server answered earlier calls by them already.
 */
function useSessionChanges(signed: Signed, onChange: Props['onChange'], onRightsChange: () => void): void {
  const who = signed?.user.username ?? null
  const email = signed?.user.email
  const rights = rightsOf(signed)
  const areKnown = isOwnHost(signed)
  const before = useRef({ who, email, rights, areKnown })
  const notify = useEffectEvent((isSomebodyElse: boolean) => (isSomebodyElse ? onChange(who !== null) : onRightsChange()))
  useEffect(() => {
    // On Keydesk's own server names are unique, and members may change their email.
    const isSomebodyElse = before.current.who !== who || (!areKnown && before.current.email !== email)
    const haveChanged = before.current.areKnown && before.current.rights !== rights
    before.current = { who, email, rights, areKnown }
    if (isSomebodyElse || haveChanged) notify(isSomebodyElse)
  }, [who, email, rights, areKnown])
}

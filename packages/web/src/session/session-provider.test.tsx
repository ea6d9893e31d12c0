import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inSeconds, makeToken } from '../../test/make-token.ts'
import { SessionProvider, useAuth } from './session-provider.tsx'
import { createSession } from './session.ts'

beforeEach(() => void vi.useFakeTimers({ now: new Date('2030-01-01T00:00:00Z') }))
afterEach(() => void vi.useRealTimers())

const user = { username: 'admin', email: 'admin@example.com' }

function Who() {
  const auth = useAuth()
  return <p>{auth.isAuthenticated ? `signed in as ${auth.user?.username}` : 'nobody'}</p>
}

function show(stored: Record<string, string>) {
  for (const [name, value] of Object.entries(stored)) localStorage.setItem(name, value)
  const changes: boolean[] = []
  const session = createSession(localStorage)
  const view = render(
    <SessionProvider session={session} onChange={(isAuthenticated) => changes.push(isAuthenticated)}>
      <Who />
    </SessionProvider>,
  )
  return { session, changes, ...view }
}

const stored = (claims: unknown) => ({ token: makeToken(claims), user: JSON.stringify(user) })

test('a stored user with a live token is signed in', () => {
  show(stored({ exp: inSeconds(3600) }))
  expect(screen.getByText('signed in as admin')).toBeTruthy()
})

test.each(['{"role":"supp', 'null', '[]', '"support"', '{"role":"support"}'])(
  'a viewed role that is stored as %s counts as none',
  (viewed) => {
    sessionStorage.setItem('view-as', viewed)
    const owner = { ...user, role: 'owner', permissions: ['products:read'] }
    const { session } = show({ ...stored({ exp: inSeconds(3600) }), user: JSON.stringify(owner) })
    expect(screen.getByText('signed in as admin')).toBeTruthy()
    expect(session.get()?.viewing).toBeNull()
  },
)

test('a token without exp never expires', () => {
  show(stored({ sub: '1' }))
  act(() => void vi.advanceTimersByTime(30 * 24 * 3600 * 1000))
  expect(screen.getByText('signed in as admin')).toBeTruthy()
})

test.each([
  ['expired', stored({ exp: 1 })],
  ['undecodable', { token: 'garbage', user: JSON.stringify(user) }],
  ['without its user', { token: makeToken({}) }],
  ['with a user that is no JSON', { token: makeToken({}), user: '{' }],
  ['with a user that is no object', { token: makeToken({}), user: '7' }],
])('on mount, a token %s is removed together with its user', (_, values) => {
  show(values)
  expect(screen.getByText('nobody')).toBeTruthy()
  expect(localStorage.getItem('token')).toBeNull()
  expect(localStorage.getItem('user')).toBeNull()
})

test('checks the token every 60 seconds', () => {
  const { changes } = show(stored({ exp: inSeconds(30) }))
  act(() => void vi.advanceTimersByTime(59_999))
  expect(screen.getByText('signed in as admin')).toBeTruthy()
  act(() => void vi.advanceTimersByTime(1))
  expect(screen.getByText('nobody')).toBeTruthy()
  expect(localStorage.length).toBe(0)
  expect(changes).toEqual([false])
})

test('stops checking after unmount', () => {
  const { unmount } = show(stored({ exp: inSeconds(30) }))
  unmount()
  vi.advanceTimersByTime(120_000)
  expect(localStorage.getItem('token')).not.toBeNull()
})

test('follows a sign-out in another tab', () => {
  const { changes } = show(stored({ exp: inSeconds(3600) }))
  localStorage.removeItem('token')
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'token' })))
  expect(screen.getByText('nobody')).toBeTruthy()
  expect(changes).toEqual([false])
})

test('follows a sign-in as somebody else in another tab', () => {
  const { changes } = show(stored({ exp: inSeconds(3600) }))
  localStorage.setItem('token', makeToken({ sub: '2' }))
  localStorage.setItem('user', JSON.stringify({ ...user, username: 'second' }))
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'token' })))
  expect(screen.getByText('signed in as second')).toBeTruthy()
  expect(changes).toEqual([true])
})

test('ignores a half-stored sign-in of another tab, and follows it once it is complete', () => {
  const { changes } = show({})
  localStorage.setItem('user', JSON.stringify(user))
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'user' })))
  expect(localStorage.getItem('user')).not.toBeNull()
  localStorage.setItem('token', makeToken({ exp: inSeconds(3600) }))
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'token' })))
  expect(screen.getByText('signed in as admin')).toBeTruthy()
  expect(changes).toEqual([true])
})

test('stores the token after its user, so that no tab sees a token without a user', () => {
  const names: string[] = []
  const storage = { ...localStorage, getItem: () => null, removeItem: () => undefined, setItem: (name: string) => names.push(name) }
  createSession(storage).start(makeToken({ exp: inSeconds(3600) }), user)
  expect(names).toEqual(['user', 'token'])
})

test('a fresh token of the same person changes nothing on screen', () => {
  const { session, changes } = show(stored({ exp: inSeconds(3600) }))
  const fresh = makeToken({ sub: 'fresh' })
  act(() => session.start(fresh, user))
  expect(session.get()?.token).toBe(fresh)
  expect(screen.getByText('signed in as admin')).toBeTruthy()
  expect(changes).toEqual([])
})

test('checks the token when the tab gets focus', () => {
  show(stored({ exp: inSeconds(5) }))
  vi.setSystemTime(Date.now() + 10_000)
  act(() => void window.dispatchEvent(new Event('focus')))
  expect(screen.getByText('nobody')).toBeTruthy()
})

test('the hook throws outside its provider', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  expect(() => render(<Who />)).toThrow('useAuth must be used within a SessionProvider')
  vi.restoreAllMocks()
})

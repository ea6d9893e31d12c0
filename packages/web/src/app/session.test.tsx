import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { shownToasts } from '../../test/toasts.ts'
import { renderApp } from '../../test/render-page.tsx'
import { makeToken } from '../../test/make-token.ts'

test('an expired token leads to the login page, silently, and is gone', async () => {
  const { router, session } = await renderApp('/coupons')
  await screen.findByRole('heading', { level: 1, name: 'Coupons' })
  localStorage.setItem('token', makeToken({ exp: 1 }))
  session.check()
  expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeTruthy()
  expect(router.state.location.pathname).toBe('/login')
  expect(localStorage.getItem('token')).toBeNull()
  expect(localStorage.getItem('user')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a token that the server no longer takes ends the session as an expired one does', async () => {
  const { server, router, user } = await renderApp('/coupons')
  await screen.findByRole('heading', { level: 1, name: 'Coupons' })
  await server.call('POST', '/auth/logout')
  await user.click(screen.getByRole('link', { name: 'Products' }))
  expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeTruthy()
  expect(router.state.location.pathname).toBe('/login')
  expect(localStorage.getItem('token')).toBeNull()
  expect(shownToasts()).toEqual([])
})

import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '../../test/render-page.tsx'
import { choose } from '../../test/two-factor.ts'

test('the user menu opens a panel over the screen and in the address; closing it clears the address', async () => {
  const { user, router } = await renderApp('/coupons?q=ten')
  await choose(user, 'Sessions')
  const drawer = within(await screen.findByRole('dialog', { name: 'Sessions' }))
  expect(router.state.location.search).toEqual({ q: 'ten', panel: 'sessions' })
  await router.navigate({ to: '.', search: { q: 'ten', panel: 'sessions', activity_kind: 'delete' } })
  await user.click(drawer.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(router.state.location.search).toEqual({ q: 'ten' })
  expect(screen.getByRole('heading', { level: 1, name: 'Coupons' })).toBeTruthy()
})

test('a panel opens from its address; an unknown name shows the screen alone', async () => {
  const { router } = await renderApp('/coupons?panel=team')
  expect(await screen.findByRole('dialog', { name: 'Settings' })).toBeTruthy()
  await router.navigate({ to: '/coupons', search: { panel: 'nothing' } })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole('heading', { level: 1, name: 'Coupons' })).toBeTruthy()
})

test('a panel that the role may not open is not in the menu, and its address shows nothing', async () => {
  const { user } = await renderApp('/coupons?panel=team', { role: 'manager' })
  await user.click(await screen.findByRole('button', { name: /Account menu/ }))
  const entries = (await screen.findAllByRole('menuitem')).map((entry) => entry.textContent)
  expect(entries).toContain('Sessions')
  expect(entries).toContain('Activity')
  expect(entries).not.toContain('Team')
  expect(entries).not.toContain('API keys')
  expect(screen.queryByRole('dialog')).toBeNull()
})

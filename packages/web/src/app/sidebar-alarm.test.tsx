import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '../../test/render-page.tsx'

test('the entry of a bot that should run and does not has a dot', async () => {
  const { server, router } = await renderApp('/coupons')
  await screen.findByRole('heading', { level: 1, name: 'Coupons' })
  await server.deps.db.updateTable('discord_bot').set({ should_run: 1 }).execute()
  // The screen asks anew, and the frame learns from it.
  await router.navigate({ to: '/discord' })
  expect(await screen.findByRole('link', { name: /^Discord ?\(the bot should be running\)$/ })).toBeTruthy()
})

test('a stopped bot that nobody started has none', async () => {
  await renderApp('/coupons')
  await screen.findByRole('heading', { level: 1, name: 'Coupons' })
  expect(await screen.findByRole('link', { name: 'Discord' })).toBeTruthy()
})

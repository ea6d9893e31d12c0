import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '../../test/render-page.tsx'

test('the Discord entry has a dot when the bot should run and does not', async () => {
  const { server, router } = await renderApp('/nowhere')
  await screen.findByText('404 Not Found')
  await server.deps.db.updateTable('discord_bot').set({ should_run: 1 }).execute()
  await router.navigate({ to: '/coupons' })
  expect(await screen.findByRole('link', { name: /^Discord ?\(the bot should be running\)$/ })).toBeTruthy()
})

test('there is no dot for a bot that was never started', async () => {
  await renderApp('/coupons')
  await screen.findByRole('heading', { level: 1, name: 'Coupons' })
  expect(await screen.findByRole('link', { name: 'Discord' })).toBeTruthy()
})

import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '../../test/render-page.tsx'

test('the Discord entry and the tab have a dot when the bot should run and does not', async () => {
  const icon = document.head.appendChild(Object.assign(document.createElement('link'), { rel: 'icon', href: '/favicon.svg' }))
  const { server, router } = await renderApp('/nowhere')
  await screen.findByText('404 Not Found')
  await server.deps.db.updateTable('discord_bot').set({ should_run: 1 }).execute()
  await router.navigate({ to: '/coupons' })
  expect(await screen.findByRole('link', { name: /^Discord ?\(the bot should be running\)$/ })).toBeTruthy()
  expect(icon.getAttribute('href')).toBe('/favicon-alarm.svg')
  await router.navigate({ to: '/nowhere' as '/' })
  await screen.findByText('404 Not Found')
  expect(icon.href).toBe(new URL('/favicon.svg', location.href).href)
  icon.remove()
})

test('there is no dot for a bot that was never started', async () => {
  await renderApp('/coupons')
  await screen.findByRole('heading', { level: 1, name: 'Coupons' })
  expect(await screen.findByRole('link', { name: 'Discord' })).toBeTruthy()
})

import type { NewInvitation } from '@keydesk/contract'
import { createAdministrator, system } from '@keydesk/server'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '../../../test/render-page.tsx'

test('a taken name or email shows at its field and what was typed stays; the token is not in the address of any call', async () => {
  const { user, server, router, requests } = await renderApp('/login', { signedIn: false })
  const answer = await server.call('POST', '/admin/team/invitations', { role: 'stock', email: 'sue@example.com' })
  const { url } = (answer.body as { data: NewInvitation }).data
  const token = url.split('#invitation=')[1]!
  await router.navigate({ to: '/login', hash: `invitation=${token}` })
  expect(await screen.findByText('Stock')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Email').readOnly).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Join' }))
  expect(document.activeElement).toBe(screen.getByLabelText('Username'))
  await user.type(screen.getByLabelText('Username'), 'admin')
  await user.type(screen.getByLabelText('Password'), 'a good password{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('This username is already in use')
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Username', description: 'This username is already in use' }))
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('a good password')

  const person = { username: 'ann', email: 'sue@example.com', password: 'a good password' }
  const id = await createAdministrator(server.deps, system, person)
  await user.clear(screen.getByLabelText('Username'))
  await user.type(screen.getByLabelText('Username'), 'sue{Enter}')
  expect(await screen.findByRole('textbox', { name: 'Email', description: 'This email is already in use' })).toBeTruthy()
  await server.deps.db.updateTable('app_user').set({ email_key: 'ann@example.com' }).where('id', '=', id).execute()
  await user.type(screen.getByLabelText('Username'), '{Enter}')
  expect(await screen.findByRole('heading', { level: 1, name: 'Products' })).toBeTruthy()
  expect(requests.filter(({ url: address }) => address.includes(token))).toEqual([])
})

test('an unknown link says so, and links to the login page', async () => {
  const { user } = await renderApp('/login#invitation=nothing', { signedIn: false })
  expect(await screen.findByText(/This invitation link is not valid/)).toBeTruthy()
  await user.click(screen.getByRole('link', { name: 'Go to the login' }))
  expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeTruthy()
})

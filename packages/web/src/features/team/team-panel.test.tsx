import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { startBeside } from '../../../test/start-beside.tsx'
import { TeamPanel } from './team-panel.tsx'

test('what the server refuses of an invitation is said beside its field, and a team that cannot be fetched can be tried again', async () => {
  const { user, go, breakTable, sent } = await startBeside(<TeamPanel />, '/team')
  const mend = await breakTable('invitation')
  await go('/team')
  const failed = within(await screen.findByRole('alert'))
  expect(failed.getByText('Failed to fetch the invitations')).toBeTruthy()
  expect(await screen.findByRole('row', { name: /admin@example.com/ })).toBeTruthy()
  await mend()
  await user.click(failed.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Nobody is invited')).toBeTruthy()

  await user.click(screen.getByRole('button', { name: 'Invite' }))
  await user.type(await screen.findByLabelText('Email (optional)'), 'not an address')
  await user.click(screen.getByRole('button', { name: 'Make the link' }))
  expect(await screen.findByText('Email must be an email address')).toBeTruthy()
  expect(sent('POST')).toEqual([])
})

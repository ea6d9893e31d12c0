import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderKit } from '../../../test/render-kit.tsx'
import { isAskedOnClose, openTab } from '../../../test/tab.ts'
import { useUnsaved } from './use-unsaved.ts'

function Editor() {
  const [text, setText] = useState('')
  useUnsaved(text !== '', { text: '1 change in FAQ has not been saved.' })
  return <input aria-label="Text" value={text} onChange={(event) => setText(event.target.value)} />
}

async function edit(text: string) {
  const { user, router } = await renderKit(<Editor />)
  if (text !== '') await user.type(screen.getByLabelText('Text'), text)
  return { user, router }
}

test('leaving without edits asks nothing', async () => {
  const { router } = await edit('')
  await router.navigate({ to: '/elsewhere' as '/' })
  expect(await screen.findByText('Elsewhere')).toBeTruthy()
})

test('leaving with unsaved edits asks, and staying keeps them', async () => {
  const { user, router } = await edit('words')
  void router.navigate({ to: '/elsewhere' as '/' })
  await screen.findByRole('alertdialog', { name: 'Leave without saving?', description: '1 change in FAQ has not been saved.' })
  await user.click(screen.getByRole('button', { name: 'Stay' }))
  expect(screen.getByLabelText<HTMLInputElement>('Text').value).toBe('words')
  expect(router.state.location.pathname).toBe('/')

  void router.navigate({ to: '/elsewhere' as '/' })
  await user.click(await screen.findByRole('button', { name: 'Leave' }))
  expect(await screen.findByText('Elsewhere')).toBeTruthy()
})

test('another step while the question is open gets the same answer, and no question of its own', async () => {
  const { user, router } = await edit('words')
  void router.navigate({ to: '/elsewhere' as '/' })
  await screen.findByRole('alertdialog')
  void router.navigate({ to: '/elsewhere' as '/' })
  await user.click(screen.getByRole('button', { name: 'Leave' }))
  expect(await screen.findByText('Elsewhere')).toBeTruthy()
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('closing the tab asks only with unsaved edits', async () => {
  await renderKit(<Editor />, openTab('/'))
  expect(isAskedOnClose()).toBe(false)
  await userEvent.type(screen.getByLabelText('Text'), 'x')
  expect(isAskedOnClose()).toBe(true)
})

test('a change of the search part stays on the page', async () => {
  const { router } = await edit('words')
  void router.navigate({ to: '/', search: { tab: 'faq' } as object })
  await waitFor(() => expect(router.state.location.searchStr).toBe('?tab=faq'))
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ProductPage } from './editor/page.tsx'
import { findEditor, startBeside } from './testing.tsx'

test('a switch pauses the sales of a product; a banner says so until they are resumed', async () => {
  const started = await startBeside(<ProductPage />, '/products/$id')
  const { user, stored } = started
  const { id } = await started.add()
  await started.go(`/products/${id}`)
  await findEditor()
  const banner = () => screen.queryByText('Sales are paused.')
  const pause = () => screen.getByRole<HTMLInputElement>('switch', { name: 'Sales Paused' })
  expect(banner()).toBeNull()
  await user.click(pause())
  const bar = within(screen.getByRole('region', { name: 'Unsaved changes' }))
  expect(bar.getByRole('status').textContent).toBe('1 change in Filters')
  expect(banner()).toBeNull()
  await user.click(bar.getByRole('button', { name: 'Save Changes' }))
  await waitFor(() => expect(banner()).toBeTruthy())
  expect(await stored(id)).toMatchObject({ sales_paused: true })
  expect(pause().checked).toBe(true)
  await user.click(pause())
  await user.keyboard('{Control>}s{/Control}')
  await waitFor(() => expect(banner()).toBeNull())
  expect(await stored(id)).toMatchObject({ sales_paused: false })
})

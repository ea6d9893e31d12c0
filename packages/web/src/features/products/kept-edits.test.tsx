import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ProductPage } from './editor/page.tsx'
import { findEditor, startBeside } from './testing.tsx'

async function open() {
  const started = await startBeside(<ProductPage />, '/products/$id')
  const product = await started.add({ description: 'short' }, [{ name: 'Day', price: 2, keys: ['SECRET-KEY-1'] }])
  const visit = async () => {
    await started.go(`/products/${product.id}`)
    await findEditor()
  }
  /** Unmounts the page without a question, like a lost session. */
  const vanish = async () => {
    await started.router.navigate({ to: '/beside' as '/', ignoreBlocker: true })
    await screen.findByText('Another page')
  }
  await visit()
  return { ...started, product, visit, vanish }
}
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const offer = () => screen.findByRole('region', { name: 'Unsaved changes of an earlier visit' })
const kept = () => Object.entries(localStorage).filter(([key]) => key.startsWith('draft:'))

test('unsaved edits of a product survive a lost session, and are saved over what is stored', async () => {
  const { user, visit, vanish, stored, product } = await open()
  await user.type(field('Name'), ' II')
  await vanish()
  await visit()
  expect(field('Name').value).toBe('Aurora')
  expect((await offer()).textContent).toMatch(/^Restore unsaved changes from \d+:\d\d [AP]M\?/)
  await user.click(within(await offer()).getByRole('button', { name: 'Restore' }))
  expect(field('Name').value).toBe('Aurora II')
  expect(await screen.findByText('1 change in Basic Information')).toBeTruthy()
  await user.click(screen.getAllByRole('button', { name: 'Save Changes' })[0]!)
  await screen.findByText('Product updated successfully')
  expect(await stored(product.id)).toMatchObject({ name: 'Aurora II', description: 'short' })
  await waitFor(() => expect(kept()).toEqual([]))
})

test('a question and an update that were not added survive a lost session; leaving without saving drops them', async () => {
  const { user, router, visit, vanish } = await open()
  await user.type(field('New Question'), 'Is it')
  await user.type(field('New Update Title'), 'Patch')
  await vanish()
  await visit()
  expect([field('New Question').value, field('New Update Title').value]).toEqual(['', ''])
  for (const name of ['New question', 'New update'])
    await user.click(within(screen.getByRole('group', { name })).getByRole('button', { name: 'Restore' }))
  expect([field('New Question').value, field('New Update Title').value]).toEqual(['Is it', 'Patch'])
  expect(screen.queryByRole('region', { name: 'Unsaved changes of an earlier visit' })).toBeNull()

  await user.type(field('New Question'), ' safe?')
  await user.type(field('New Answer'), 'Yes')
  await user.click(screen.getByRole('button', { name: 'Add FAQ' }))
  await waitFor(() => expect(kept().map(([key]) => key)).not.toContainEqual(expect.stringContaining('faq')))
  void router.navigate({ to: '/beside' as '/' })
  await user.click(await screen.findByRole('button', { name: 'Leave' }))
  await screen.findByText('Another page')
  expect(kept()).toEqual([])
})

test('a draft of an older version asks before it overwrites what somebody else saved since', async () => {
  const { user, visit, vanish, server, stored, product } = await open()
  await user.type(field('Name'), ' mine')
  await vanish()
  await server.call('PUT', `/admin/products/${product.id}`, { name: 'Aurora theirs', description: 'theirs' })
  await visit()
  await user.click(within(await offer()).getByRole('button', { name: 'Restore' }))
  await user.click(screen.getAllByRole('button', { name: 'Save Changes' })[0]!)
  const question = within(await screen.findByRole('alertdialog', { name: 'Another save changed this product' }))
  await user.click(question.getByRole('button', { name: 'Apply mine on top' }))
  await screen.findByText('Product updated successfully')
  expect(await stored(product.id)).toMatchObject({ name: 'Aurora mine', description: 'theirs' })
})

test('after a save beside an unanswered offer, only unsaved edits are still offered', async () => {
  const { user, visit, vanish, stored, product } = await open()
  const save = async () => {
    await user.click(screen.getAllByRole('button', { name: 'Save Changes' })[0]!)
    await screen.findByText('Product updated successfully')
  }
  await user.type(field('Name'), ' II')
  await user.type(field('Supported On'), 'Windows')
  await vanish()
  await visit()
  await user.type(field('Name'), ' III')
  await save()
  await vanish()
  await visit()
  await user.click(within(await offer()).getByRole('button', { name: 'Restore' }))
  expect([field('Name').value, field('Supported On').value]).toEqual(['Aurora III', 'Windows'])
  // Nobody else has changed anything, so there is no question.
  await save()
  expect(await stored(product.id)).toMatchObject({ name: 'Aurora III', supported_on: 'Windows' })
})

test('a draft is dropped once all of it is stored', async () => {
  const { user, visit, vanish } = await open()
  await user.type(field('Name'), ' II')
  await vanish()
  await visit()
  const banner = await offer()
  await user.type(field('Name'), ' II')
  await user.click(screen.getAllByRole('button', { name: 'Save Changes' })[0]!)
  await waitFor(() => expect(banner.isConnected).toBe(false))
  await waitFor(() => expect(kept()).toEqual([]))
})

test('an opened variant keeps name and price, never its keys', async () => {
  const { user, visit, vanish } = await open()
  await user.click(screen.getByRole('button', { name: /^Day/ }))
  await user.type(await screen.findByRole('textbox', { name: 'Variant Name' }), ' pass')
  await user.type(screen.getByRole('textbox', { name: 'Keys' }), '\nSECRET-KEY-2')
  await vanish()
  expect(JSON.stringify(kept())).toContain('Day pass')
  expect(JSON.stringify(kept())).not.toContain('SECRET')
  await visit()
  await user.click(within(await offer()).getByRole('button', { name: 'Restore' }))
  expect(field('Variant Name').value).toBe('Day pass')
  expect(field('Keys').value).toBe('•••• 1 ••••')
})

test('leaving without saving keeps no draft', async () => {
  const { user, router, vanish } = await open()
  await user.type(field('Name'), ' II')
  await user.click(screen.getByRole('button', { name: /^Day/ }))
  await user.type(await screen.findByRole('textbox', { name: 'Variant Name' }), ' pass')
  void router.navigate({ to: '/beside' as '/' })
  await user.click(await screen.findByRole('button', { name: 'Leave' }))
  await screen.findByText('Another page')
  expect(kept()).toEqual([])
  await vanish()
})

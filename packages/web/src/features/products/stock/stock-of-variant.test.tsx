import { createApiKey, system } from '@keydesk/server'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { shownToasts } from '../../../../test/toasts.ts'
import { ProductPage } from '../editor/page.tsx'
import { findEditor, startBeside } from '../testing.tsx'
import { showKeys } from '../variants/testing.tsx'

async function open(keys: readonly string[] = ['A-1', 'B-2', 'C-3']) {
  const started = await startBeside(<ProductPage />, '/products/$id')
  const product = await started.add({}, [{ name: 'Day', price: 2, keys }])
  const { id } = product.variants[0]!
  await started.go(`/products/${product.id}`, { variant: id })
  await findEditor()
  await area()
  return { ...started, id, stock: async () => (await started.storedVariant(id)).keys.map(({ value }) => value) }
}
const area = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Keys' })
const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Add keys' })
const bar = () => within(screen.getByRole('region', { name: 'Unsaved changes' }))

test('the address opens a variant', async () => {
  const { user } = await open()
  await showKeys({ user })
  expect((await area()).value).toBe('A-1\nB-2\nC-3')
})

test('Add keys appends at once, shows the result, and keeps edits of the list and refused lines', async () => {
  const { user, stock } = await open()
  await user.type(await area(), '\nMINE')
  await user.click(box())
  await user.paste('D-4\nA-1\nD-4\nBAD\u200b')
  await user.click(screen.getByRole('button', { name: 'Add 4 keys' }))
  expect(await screen.findByText('1 key added. Not added: 1 repeated, 1 already in stock')).toBeTruthy()
  expect(screen.getByText('1 line not added. Line 1: A key must be one line of visible characters.')).toBeTruthy()
  expect(box().value).toBe('BAD\u200b')
  expect(await stock()).toEqual(['A-1', 'B-2', 'C-3', 'D-4'])
  expect((await area()).value).toBe('•••• 1 ••••\n•••• 2 ••••\n•••• 3 ••••\n•••• 4 ••••\nMINE')
  await user.click(screen.getByRole('button', { name: 'Save Variant' }))
  expect(await screen.findByText('Variant updated successfully: 1 added')).toBeTruthy()
  expect(await stock()).toEqual(['A-1', 'B-2', 'C-3', 'D-4', 'MINE'])
})

test('keys typed while others are being added stay in the box, and so does the focus', async () => {
  const { user, network, stock } = await open()
  await user.type(box(), 'D-4')
  const release = network.holdNext(/key-imports/)
  await user.click(screen.getByRole('button', { name: 'Add 1 key' }))
  await user.type(box(), '{Enter}E-5{Enter}')
  release()
  expect(await screen.findByText('1 key added')).toBeTruthy()
  expect(box().value).toBe('E-5\n')
  expect(document.activeElement).toBe(box())
  const releaseNext = network.holdNext(/key-imports/)
  await user.click(screen.getByRole('button', { name: 'Add 1 key' }))
  await user.type(screen.getByRole('textbox', { name: 'Variant Name' }), ' pass')
  releaseNext()
  await waitFor(async () => expect(await stock()).toContain('E-5'))
  await waitFor(() => expect(box().value).toBe(''))
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Variant Name' }))
})

test('keys that cannot be added stay in the box', async () => {
  const { user, breakTable } = await open()
  await user.type(box(), 'D-4')
  const mend = await breakTable('variant')
  await user.click(screen.getByRole('button', { name: 'Add 1 key' }))
  await waitFor(() => expect(shownToasts()).toHaveLength(1))
  await mend()
  expect(box().value).toBe('D-4')
})

test('stored keys are reported although the refetch of the stock fails; the failure shows, and Try again works', async () => {
  const { user, network, stock } = await open()
  await user.type(await area(), '\nMINE')
  const variant = /GET \/admin\/variants\/\d+$/
  network.failNext(variant)
  network.failNext(variant)
  await user.type(box(), 'D-4')
  await user.click(screen.getByRole('button', { name: 'Add 1 key' }))
  expect(await screen.findByText('1 key added')).toBeTruthy()
  expect(box().value).toBe('')
  expect(await stock()).toEqual(['A-1', 'B-2', 'C-3', 'D-4'])
  expect(shownToasts()).toEqual([])
  expect(await screen.findByText(/What is shown may be out of date/)).toBeTruthy()
  expect((await area()).value).toBe('•••• 1 ••••\n•••• 2 ••••\n•••• 3 ••••\nMINE')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByText(/What is shown may be out of date/)).toBeNull())
  await user.click(screen.getByRole('radio', { name: 'Stock' }))
  expect(await screen.findByText('4 keys, oldest first. Sales take the oldest.')).toBeTruthy()

  // Undo and restore behave the same.
  network.failNext(variant)
  await user.click(await screen.findByRole('button', { name: 'Undo import Added by hand' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Undo import' }))
  await waitFor(() => expect(shownToasts()).toEqual(['Import undone: 1 key removed from the stock']))
})

test('a removal without consent sends nothing', async () => {
  const { user, sent, stock } = await open()
  await user.clear(await area())
  await user.click(screen.getByRole('button', { name: 'Save Variant' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Remove 3 keys?' }))
  expect(question.getByText('They stay in Removed keys for 30 days.')).toBeTruthy()
  await user.click(question.getByRole('button', { name: 'Cancel' }))
  expect(sent('PUT')).toEqual([])
  expect(await stock()).toHaveLength(3)
})

test('the save bar lists unsaved fields by variant, saves with Ctrl+S and discards', async () => {
  const { user, sent } = await open()
  await user.type(screen.getByRole('textbox', { name: 'Variant Name' }), ' pass')
  await user.type(await area(), '\nD-4')
  await waitFor(() => expect(bar().getByText('Day').parentElement!.textContent).toBe('Not saved in Day: Name and Keys'))
  await user.click(bar().getByRole('button', { name: 'Discard edits of Day' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Unsaved changes' })).toBeNull())
  expect((await area()).value).toBe('•••• 1 ••••\n•••• 2 ••••\n•••• 3 ••••')
  await user.type(screen.getByRole('textbox', { name: 'Variant Name' }), ' pass')
  await user.keyboard('{Control>}s{/Control}')
  expect(await screen.findByText('Variant updated successfully')).toBeTruthy()
  expect(sent('PUT').map(({ body }) => (body as { name: string }).name)).toEqual(['Day pass'])
})

test('the stock is masked, revealed key by key and searched; imports and removed keys are below', async () => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(288)
  const { user, call, sent, id } = await open(['AAAA-1111-AAAA', 'BBBB-2222-BBBB'])
  await call('POST', `/admin/variants/${id}/key-imports`, { name: 'november.csv', supplier: 'Keys & Co', values: ['CCCC-3333-CCCC'] })
  await call('PUT', `/admin/variants/${id}`, { keys: ['BBBB-2222-BBBB', 'CCCC-3333-CCCC'] })
  await user.type(box(), 'DDDD-4444-DDDD')
  await user.click(screen.getByRole('button', { name: 'Add 1 key' }))
  await screen.findByText('1 key added')
  await user.click(screen.getByRole('radio', { name: 'Stock' }))
  expect(await screen.findByText('••••••••BBBB')).toBeTruthy()
  expect(screen.queryByText('BBBB-2222-BBBB')).toBeNull()
  await user.click(screen.getAllByRole('button', { name: 'Reveal key' })[0]!)
  expect(await screen.findByText('BBBB-2222-BBBB')).toBeTruthy()
  expect(sent('POST', `/admin/variants/${id}/keys-shown`)).toHaveLength(1)
  await user.type(screen.getByRole('searchbox', { name: 'Search keys' }), '3333')
  expect(await screen.findByText('1 of 3 keys')).toBeTruthy()

  const imports = within(await screen.findByRole('list', { name: 'Imports' }))
  expect(imports.getByText(/Keys & Co/)).toBeTruthy()
  await user.click(imports.getByRole('button', { name: 'Undo import november.csv' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Undo import' }))
  expect(await screen.findByText('Import undone: 1 key removed from the stock')).toBeTruthy()
  expect(await imports.findByText('Undone by admin: 1 removed, 0 kept')).toBeTruthy()
  const removed = within(screen.getByRole('list', { name: 'Removed keys' }))
  await waitFor(() => expect(removed.getAllByRole('button', { name: 'Put back' })).toHaveLength(2))
  await user.click(screen.getByRole('button', { name: 'Put all back' }))
  expect(await screen.findByText('2 keys put back')).toBeTruthy()
  expect(sent('POST', /restore/).map(({ body }) => body)).toEqual([{}])
  expect(await screen.findByText('No removed keys')).toBeTruthy()
})

test('a batch counts reserved keys only if it has some', async () => {
  const { user, call, server, id } = await open([])
  await call('POST', `/admin/variants/${id}/key-imports`, { name: 'first.csv', values: ['A-1', 'B-2', 'C-3'] })
  await call('POST', `/admin/variants/${id}/key-imports`, { name: 'second.csv', values: ['D-4'] })
  const { key } = await createApiKey(server.deps, system, 'storefront')
  const purchase = { customer_email: 'ann@example.com', items: [{ variant_id: id, quantity: 2 }] }
  await call('POST', '/store/purchases', purchase, `Bearer ${key}`)
  await user.click(screen.getByRole('radio', { name: 'Stock' }))
  const imports = within(await screen.findByRole('list', { name: 'Imports' }))
  const facts = imports.getAllByRole('listitem').map((row) => row.querySelector('dl')!.textContent)
  expect(facts).toEqual(['Added1Left1Sold0Replaced0Failure rate-', 'Added3Left1Reserved2Sold0Replaced0Failure rate-'])
})

test('a cost that cannot be saved says so, and its dialog keeps what is typed; saved, it fetches no keys', async () => {
  const { user, network, stock, sent, id } = await open()
  await user.type(box(), 'D-4')
  await user.click(screen.getByRole('button', { name: 'Add 1 key' }))
  await waitFor(async () => expect(await stock()).toContain('D-4'))
  await user.click(screen.getByRole('radio', { name: 'Stock' }))
  await user.click(await screen.findByRole('button', { name: 'Set cost of Added by hand' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Cost of Added by hand' }))
  await user.type(dialog.getByRole('spinbutton', { name: 'Cost' }), '2.50')
  network.failNext(/cost/)
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Failed to save the cost')).toBeTruthy()
  expect(dialog.getByRole<HTMLInputElement>('spinbutton', { name: 'Cost' }).value).toBe('2.50')
  const fetches = sent('GET', `/admin/variants/${id}`).length
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Cost saved successfully')).toBeTruthy()
  expect(sent('GET', `/admin/variants/${id}`)).toHaveLength(fetches)
  expect(await screen.findByRole('button', { name: '$2.50 a key: change the cost of Added by hand' })).toBeTruthy()
})

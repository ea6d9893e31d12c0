import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Opened, agree, keys, name, open, price, retypeKeys, row, saveButton, showKeys, variantPuts } from './testing.tsx'

test('a row shows name, price and stock, and the keys are fetched only when it is opened', async () => {
  const opened = await open()
  expect((await row()).textContent).toMatch(/Day.*\$2\.00.*3 keys/)
  expect(opened.sent('GET', `/admin/variants/${opened.id}`)).toHaveLength(0)
  await opened.user.click(await row())
  await showKeys(opened)
  expect((await keys()).value).toBe('A\nB\nC')
  expect(opened.sent('GET', `/admin/variants/${opened.id}`)).toHaveLength(1)
})

test('two variants with one name are marked, since customers cannot tell them apart', async () => {
  const { user, add, go } = await open()
  const product = await add(
    { name: 'Two' },
    ['Day', 'Month'].map((called) => ({ name: called, price: 2, keys: [] })),
  )
  await go(`/products/${product.id}`)
  expect((await row('Month')).textContent).not.toContain('Name used twice')
  await user.click(await row('Month'))
  await screen.findByRole('button', { name: 'Save Variant' })
  await user.clear(name())
  await user.type(name(), 'Day')
  await user.click(saveButton())
  await waitFor(async () => expect((await screen.findAllByRole('button', { name: /^Day.*Name used twice/ })).length).toBe(2))
})

test('stored keys are covered until Show keys; typed keys are readable, and a save sends the same either way', async () => {
  const opened = await open(['SECRET-1', 'SECRET-2', 'SECRET-3'])
  const { user } = opened
  await user.click(await row())
  expect((await keys()).value).toBe('•••• 1 ••••\n•••• 2 ••••\n•••• 3 ••••')
  expect(document.body.innerHTML).not.toContain('SECRET')
  expect(screen.queryByRole('button', { name: 'Copy all' })).toBeNull()

  await user.click(await keys())
  await user.keyboard('{Enter}MINE')
  expect((await keys()).value).toBe('•••• 1 ••••\n•••• 2 ••••\n•••• 3 ••••\nMINE')
  // An edited covered line is no key.
  const type = async (text: string) => fireEvent.input(await keys(), { target: { value: text } })
  await type('•••• 1 ••••\n•••• 2 •••x\n•••• 3 ••••\nMINE')
  await user.click(saveButton())
  expect(await screen.findByText(/^Line 2: This was a covered key\. Strike the whole line/)).toBeTruthy()
  expect(variantPuts(opened)).toEqual([])
  await type('•••• 1 ••••\n•••• 3 ••••\nMINE')
  await user.click(saveButton())
  await agree(opened, '1 key')
  expect(await screen.findByText('Variant updated successfully: 1 added, 1 removed')).toBeTruthy()
  expect(variantPuts(opened)).toEqual([expect.objectContaining({ keys: ['SECRET-1', 'SECRET-3', 'MINE'] })])
  expect((await keys()).value).toBe('•••• 1 ••••\n•••• 3 ••••\nMINE')

  await showKeys(opened)
  expect((await keys()).value).toBe('SECRET-1\nSECRET-3\nMINE')
  expect(document.activeElement).toBe(await keys())
  expect(saveButton().disabled).toBe(true)
  const path = `/admin/activity?kind=read&subject_kind=variant&subject_id=${opened.id}`
  const recorded = async () => ((await opened.call('GET', path))['data'] as { action: string }[]).map(({ action }) => action)
  await waitFor(async () => expect(await recorded()).toEqual(['variant.keys_read', 'variant.keys_opened']))
})

test('keys stay covered if showing them cannot be recorded', async () => {
  const opened = await open(['SECRET-1'])
  await opened.user.click(await row())
  await keys()
  const mend = await opened.breakTable('variant')
  await opened.user.click(screen.getByRole('button', { name: 'Show keys' }))
  expect(await screen.findByText('Failed to show the keys')).toBeTruthy()
  expect((await keys()).value).toBe('•••• 1 ••••')
  await mend()
  await showKeys(opened)
  expect((await keys()).value).toBe('SECRET-1')
})

test('edits stay in the row, also while it is closed, until Save Variant sends the exact payload', async () => {
  const opened = await open()
  const { user } = opened
  await user.click(await row())
  await keys()
  expect(saveButton().disabled).toBe(true)
  expect([price().type, price().step]).toEqual(['number', '0.01'])
  await user.clear(name())
  await user.type(name(), 'Week')
  await user.clear(price())
  await user.type(price(), '2.5')
  await retypeKeys(opened, ' B \n\nD\nE\nD')
  expect(saveButton().disabled).toBe(false)
  expect(await screen.findByText('4 keys, 1 duplicate')).toBeTruthy()
  await user.click(await row())
  expect(screen.getByText('Unsaved')).toBeTruthy()
  await user.click(await row())
  expect((await keys()).value).toBe(' B \n\nD\nE\nD')
  expect(variantPuts(opened)).toEqual([])

  await user.click(saveButton())
  await agree(opened, '2 keys')
  expect(await screen.findByText('Variant updated successfully: 2 added, 2 removed, 1 duplicate')).toBeTruthy()
  const { version } = opened
  expect(variantPuts(opened)).toEqual([
    {
      name: 'Week',
      price: 2.5,
      max_per_order: 100,
      low_stock_threshold: null,
      keys: ['B', 'D', 'E', 'D'],
      version,
      keys_seen: expect.any(String),
    },
  ])
  await waitFor(async () => expect((await keys()).value).toBe('B\nD\nE'))
  await waitFor(() => expect(saveButton().disabled).toBe(true))
  expect((await row('Week')).textContent).toMatch(/\$2\.50.*3 keys/)
})

test('Max per order is a field that shows its own problems', async () => {
  const opened = await open(['A'])
  const { user } = opened
  await user.click(await row())
  await keys()
  const maxPerOrder = () => screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Max per order' })
  expect(maxPerOrder().value).toBe('100')
  for (const wrong of ['0', '1001']) {
    await user.clear(maxPerOrder())
    await user.type(maxPerOrder(), wrong)
    await user.click(saveButton())
    expect(await screen.findByText('Max per order must be a whole number from 1 to 1,000')).toBeTruthy()
  }
  await user.clear(maxPerOrder())
  await user.click(saveButton())
  expect(screen.getByText('Max per order must be a whole number from 1 to 1,000')).toBeTruthy()
  expect(variantPuts(opened)).toEqual([])
  await user.type(maxPerOrder(), '5')
  await user.click(saveButton())
  expect(await screen.findByText('Variant updated successfully')).toBeTruthy()
  const rest = { version: opened.version, keys_seen: expect.any(String) }
  expect(variantPuts(opened)).toEqual([{ name: 'Day', price: 2, max_per_order: 5, low_stock_threshold: null, keys: ['A'], ...rest }])
  await waitFor(() => expect(saveButton().disabled).toBe(true))
  expect(maxPerOrder().value).toBe('5')
})

test('a reverted edit does not count; Enter starts a new line', async () => {
  const { user } = await open(['A'])
  await user.click(await row())
  await user.click(await keys())
  await user.keyboard('{Enter}X')
  expect((await keys()).value).toBe('•••• 1 ••••\nX')
  expect(saveButton().disabled).toBe(false)
  await user.keyboard('{Backspace}{Backspace}')
  await waitFor(() => expect(saveButton().disabled).toBe(true))
})

test('an invalid field shows its problem, gets the focus, and nothing is sent', async () => {
  const opened = await open()
  await opened.user.click(await row())
  await retypeKeys(opened, `A\n${'x'.repeat(501)}`)
  await opened.user.clear(price())
  await opened.user.type(price(), '1.999')
  await opened.user.click(saveButton())
  expect(await screen.findByText('Price must be a number from 0 to 1,000,000 with at most 2 decimals')).toBeTruthy()
  expect(screen.getByText('Line 2: A key must be at most 500 characters')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(price()))
  expect(variantPuts(opened)).toEqual([])
})

test.each([
  ['closed', async ({ user }: Opened) => user.click(await row())],
  ['on Stock', async ({ user }: Opened) => user.click(screen.getByRole('radio', { name: 'Stock' }))],
  ['on History', async ({ user }: Opened) => user.click(screen.getByRole('radio', { name: 'History' }))],
])('a save of the bar while the row is %s opens it on Edit with the focus in the marked field, each time', async (_, hide) => {
  const opened = await open()
  const { user, network } = opened
  await user.click(await row())
  await keys()
  const field = price()
  await user.clear(field)
  const isShown = () => field.closest('[hidden]') === null
  const focus = field.focus.bind(field)
  // A browser does not focus a hidden field, jsdom does.
  field.focus = () => isShown() && focus()
  const expectFocus = () => waitFor(() => expect(document.activeElement).toBe(field))
  await hide(opened)
  expect(isShown()).toBe(false)
  await user.click(screen.getByRole('button', { name: 'Save Day' }))
  await expectFocus()
  expect(screen.getByText('Price must be a number from 0 to 1,000,000 with at most 2 decimals')).toBeTruthy()
  await hide(opened)
  await user.keyboard('{Control>}s{/Control}')
  await expectFocus()
  expect(variantPuts(opened)).toEqual([])

  // A save that marks no field opens nothing.
  await user.type(field, '3')
  await hide(opened)
  network.failNext(/^PUT/)
  await user.click(screen.getByRole('button', { name: 'Save Day' }))
  expect(await screen.findByText('Failed to update variant')).toBeTruthy()
  expect(isShown()).toBe(false)
})

test('a failed save shows a toast and keeps the edits', async () => {
  const opened = await open()
  await opened.user.click(await row())
  await retypeKeys(opened, 'A\nNEW')
  const mend = await opened.breakTable('variant')
  await opened.user.click(saveButton())
  await agree(opened, '2 keys')
  expect(await screen.findByText('Failed to update variant')).toBeTruthy()
  await mend()
  expect((await keys()).value).toBe('A\nNEW')
  expect(saveButton().disabled).toBe(false)
})

test('Save Changes of the page keeps the edits of a variant', async () => {
  const opened = await open()
  await opened.user.click(await row())
  await retypeKeys(opened, 'MINE')
  await opened.user.type(screen.getByRole('textbox', { name: 'Supported On' }), 'x')
  await opened.user.click(screen.getAllByRole('button', { name: 'Save Changes' })[0]!)
  await screen.findByText('Product updated successfully')
  expect((await keys()).value).toBe('MINE')
  expect(saveButton().disabled).toBe(false)
})

test('Add Variant creates one at once with its defaults, and opens it', async () => {
  const opened = await open()
  await opened.user.click(screen.getByRole('button', { name: 'Add Variant' }))
  expect(await screen.findByText('New variant created successfully')).toBeTruthy()
  expect(opened.sent('POST').map(({ url, body }) => ({ url, body }))).toEqual([
    { url: '/admin/variants/', body: { name: 'New Variant', product_id: opened.productId, price: 1.99, keys: [''] } },
  ])
  expect((await keys()).value).toBe('')
  expect(name().value).toBe('New Variant')
})

test('after lost answers the page shows which variants there are', async () => {
  const { user, network } = await open()
  network.loseNext(/POST .*variants/)
  await user.click(screen.getByRole('button', { name: 'Add Variant' }))
  expect(await screen.findByText('Failed to create new variant')).toBeTruthy()
  network.loseNext(/DELETE .*variants/)
  await user.click(await screen.findByRole('button', { name: 'Delete variant New Variant' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete Variant' }))
  expect(await screen.findByText('Failed to delete variant')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('button', { name: /^New Variant/ })).toBeNull())
})

test('after a lost answer of Save Variant the page and the variant show what is stored', async () => {
  const opened = await open()
  await opened.user.click(await row())
  await keys()
  await opened.user.type(name(), ' pass')
  opened.network.loseNext(/PUT .*variants/)
  await opened.user.click(saveButton())
  expect(await screen.findByText('Failed to update variant')).toBeTruthy()
  expect(await row('Day pass')).toBeTruthy()
  await waitFor(() => expect(saveButton().disabled).toBe(true))
  expect(name().value).toBe('Day pass')
})

test('keys typed in a new variant stay when another one is added', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Add Variant' }))
  const typed = await keys()
  await user.type(typed, 'TYPED')
  await user.click(screen.getByRole('button', { name: 'Add Variant' }))
  await waitFor(() => expect(screen.getAllByRole('button', { name: /^New Variant/ })).toHaveLength(2))
  expect(typed.isConnected).toBe(true)
  expect(typed.value).toBe('TYPED')
})

test('a failed creation shows a toast', async () => {
  const opened = await open()
  await opened.breakTable('variant')
  await opened.user.click(screen.getByRole('button', { name: 'Add Variant' }))
  expect(await screen.findByText('Failed to create new variant')).toBeTruthy()
})

test('deleting asks with the name of the variant and its number of unsold keys, and deletes permanently', async () => {
  const opened = await open()
  await opened.user.click(screen.getByRole('button', { name: 'Delete variant Day' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete the variant Day?' }))
  expect(
    dialog.getByText(/^3 unsold keys will be deleted; sold keys stay with their orders\. It can be restored from Activity for 30 days\.$/),
  ).toBeTruthy()
  await opened.user.click(dialog.getByRole('button', { name: 'Delete Variant' }))
  expect(await screen.findByText('Variant deleted successfully')).toBeTruthy()
  expect(opened.sent('DELETE').map(({ url }) => url)).toEqual([`/admin/variants/${opened.id}?permanent=true`])
  expect(await screen.findByText('No variants yet')).toBeTruthy()
  await waitFor(() => expect(document.activeElement?.closest('section')).toBe(screen.getByRole('region', { name: 'Variants' })))
})

test('a failed deletion shows a toast', async () => {
  const opened = await open()
  await opened.breakTable('variant')
  await opened.user.click(screen.getByRole('button', { name: 'Delete variant Day' }))
  await opened.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete Variant' }))
  expect(await screen.findByText('Failed to delete variant')).toBeTruthy()
})

test('all keys are copied at once', async () => {
  const opened = await open(['A', 'X'])
  await opened.user.click(await row())
  await showKeys(opened)
  await opened.user.click(await screen.findByRole('button', { name: 'Copy all' }))
  expect(await navigator.clipboard.readText()).toBe('A\nX')
})

test('leaving with an unsaved variant asks first', async () => {
  const opened = await open()
  await opened.user.click(await row())
  await retypeKeys(opened, 'MINE')
  void opened.go('/beside')
  expect(await screen.findByText('Not saved: edits of the variant Day.')).toBeTruthy()
})

import { createApiKey, system } from '@keydesk/server'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { shownToasts } from '../../../../test/toasts.ts'
import { queryKeys } from '../../../api/query-keys.ts'
import { useChangePrices } from '../bulk/data.ts'
import { ProductPage } from '../editor/page.tsx'
import { type Opened, agree, keys, name, open, price, retypeKeys, row, saveButton, showKeys, variantPuts } from './testing.tsx'

test('a key that a cancelled order returns while the variant is open stays, and a removed reserved key does not come back', async () => {
  const opened = await open()
  const { server, id } = opened
  await server.call('POST', '/admin/variants/', { product_id: opened.productId, name: 'Week', price: 1, keys: ['ELSEWHERE'] })
  const { key } = await createApiKey(server.deps, system, 'storefront')
  const purchase = { customer_email: 'ann@example.com', items: [{ variant_id: id, quantity: 1 }] }
  const buy = async () => (await opened.call('POST', '/store/purchases', purchase, `Bearer ${key}`))['data'] as { id: number }
  const cancel = (order: { id: number }) => opened.call('POST', `/admin/purchases/orders/${order.id}/cancel`)
  const first = await buy()
  await opened.user.click(await row())
  await showKeys(opened)
  expect((await keys()).value).toBe('B\nC')
  const second = await buy()
  await cancel(first)
  await retypeKeys(opened, 'C\nELSEWHERE')
  await opened.user.click(saveButton())
  await agree(opened, '1 key')
  const text = 'Variant updated successfully: 1 in another variant, 1 reserved, removed unless paid for'
  expect(await screen.findByText(text)).toBeTruthy()
  await waitFor(async () => expect((await keys()).value).toBe('A\nC'))
  await cancel(second)
  expect((await opened.storedVariant(id)).keys.map(({ value }) => value)).toEqual(['A', 'C'])
})

describe('a save before the keys that were just added are read back asks nothing', () => {
  const variantFetch = /GET \/admin\/variants\/\d+$/

  async function edit(before: (opened: Opened) => Promise<unknown> = async () => undefined) {
    const opened = await open()
    await before(opened)
    await opened.user.click(await row())
    await opened.user.clear(await screen.findByRole('spinbutton', { name: 'Variant Price' }))
    await opened.user.type(price(), '2.9')
    await opened.user.type(screen.getByRole('textbox', { name: 'Add keys' }), 'D')
    const add = () => opened.user.click(screen.getByRole('button', { name: 'Add 1 key' }))
    const save = async () => {
      await opened.user.click(saveButton())
      expect(await screen.findByText('Variant updated successfully')).toBeTruthy()
      expect(screen.queryByRole('alertdialog')).toBeNull()
      const stored = await opened.storedVariant(opened.id)
      expect([stored.price, stored.keys.map(({ value }) => value)]).toEqual([2.9, ['A', 'B', 'C', 'D']])
      expect(price().value).toBe('2.90')
      expect(screen.queryByText('Not saved yet')).toBeNull()
    }
    return { ...opened, add, save }
  }

  test.each([
    ['call', /POST .*\/key-imports/, 1],
    ['fetch', variantFetch, 2],
  ])('during their %s', async (_, held, fetches) => {
    const { network, sent, add, save, id, storedVariant, queries } = await edit()
    const release = network.holdNext(held)
    await add()
    await waitFor(async () => expect((await storedVariant(id)).keys).toHaveLength(4))
    await waitFor(() => expect(sent('GET', `/admin/variants/${id}`)).toHaveLength(fetches))
    await save()
    release()
    expect(await screen.findByText('1 key added')).toBeTruthy()
    expect(queries.getQueryData(queryKeys.variant(id))).toMatchObject({ price: '2.90' })
    expect(price().value).toBe('2.90')
    expect(screen.queryByText('Not saved yet')).toBeNull()
  })

  test('although another call is refused meanwhile', async () => {
    const { network, user, add, save, sent } = await edit(async ({ call, id }) => {
      await call('PUT', `/admin/variants/${id}`, { keys: ['A', 'B', 'C', 'X'] })
      await call('PUT', `/admin/variants/${id}`, { keys: ['A', 'B', 'C'] })
    })
    const release = network.holdNext(/POST .*\/key-imports/)
    await add()
    await user.click(screen.getByRole('radio', { name: 'Stock' }))
    network.failNext(/POST .*\/removed-keys/, 409)
    await user.click(await screen.findByRole('button', { name: 'Put back' }))
    expect(await screen.findByText('Failed to put the keys back')).toBeTruthy()
    await user.click(screen.getByRole('radio', { name: 'Edit' }))
    expect(sent('POST', /key-imports/)).toHaveLength(1)
    await save()
    release()
    expect(await screen.findByText('1 key added')).toBeTruthy()
  })

  /** The keys are stored, but the page learns neither that nor the variant with them. */
  async function loseAnswers({ network, add, queries, sent, id }: Awaited<ReturnType<typeof edit>>) {
    network.loseNext(/key-imports/)
    // The read-back, and the refetch after it.
    network.failNext(variantFetch)
    network.failNext(variantFetch)
    await add()
    expect(await screen.findByText(/^Failed to add keys|^The server cannot be reached/)).toBeTruthy()
    await waitFor(() => expect(sent('GET', `/admin/variants/${id}`)).toHaveLength(3))
    await waitFor(() => expect(queries.isFetching()).toBe(0))
  }

  test('if their answer is lost', async () => {
    const { network, add, save } = await edit()
    network.loseNext(/key-imports/)
    await add()
    expect(await screen.findByText(/^Failed to add keys|^The server cannot be reached/)).toBeTruthy()
    await save()
  })

  test('if their answer is lost and cannot be read back', async () => {
    const edited = await edit()
    await loseAnswers(edited)
    expect(price().value).toBe('2.9')
    await edited.save()
  })

  test('a price that somebody else changed meanwhile is asked about', async () => {
    const edited = await edit()
    const { user, call, id, storedVariant } = edited
    await loseAnswers(edited)
    await call('PUT', `/admin/variants/${id}`, { price: 3 })
    await user.click(saveButton())
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Another save changed this variant: Day' }))
    expect(dialog.getByText('Price and Keys')).toBeTruthy()
    expect((await storedVariant(id)).price).toBe(3)
  })

  test('a price that somebody else changed is asked about even if it is read back with the keys', async () => {
    const { user, call, id, add, storedVariant } = await edit()
    await call('PUT', `/admin/variants/${id}`, { price: 3 })
    await add()
    expect(await screen.findByText('1 key added')).toBeTruthy()
    expect(price().value).toBe('2.9')
    await user.click(saveButton())
    expect(await screen.findByRole('alertdialog', { name: 'Another save changed this variant: Day' })).toBeTruthy()
    expect((await storedVariant(id)).price).toBe(3)
  })

  test('a change by somebody else is asked about if the keys are refused', async () => {
    const { network, user, add, call, id } = await edit()
    network.failNext(/key-imports/, 409)
    await add()
    await screen.findByText('Failed to add keys')
    await call('PUT', `/admin/variants/${id}`, { price: 3 })
    await user.click(saveButton())
    expect(await screen.findByRole('alertdialog', { name: 'Another save changed this variant: Day' })).toBeTruthy()
  })
})

function RaisePrice() {
  const change = useChangePrices()
  return (
    <button type="button" onClick={() => change.mutate({ variant_ids: [1], change: { amount: 1 } })}>
      Raise
    </button>
  )
}

test('an undo of changed prices is shown in an open variant, and its save asks nothing', async () => {
  const page = (
    <>
      <RaisePrice />
      <ProductPage />
    </>
  )
  const { user, id, storedVariant } = await open(['A'], page)
  await user.click(screen.getByRole('button', { name: 'Raise' }))
  expect(await screen.findByText('Changed 1 price')).toBeTruthy()
  await user.click(await row())
  await keys()
  expect(price().value).toBe('3.00')
  await user.type(name(), ' pass')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(price().value).toBe('2.00'))
  await user.click(saveButton())
  expect(await screen.findByText('Variant updated successfully')).toBeTruthy()
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(await storedVariant(id)).toMatchObject({ name: 'Day pass', price: 2 })
})

test('a save whose answer was lost is sent again without a question, although the server has trimmed what was typed', async () => {
  const opened = await open()
  const { user, network, id, version } = opened
  await user.click(await row())
  await showKeys(opened)
  await user.type(name(), ' pass ')
  await user.clear(price())
  await user.type(price(), '2.5')
  await retypeKeys(opened, 'A\nB\nC\n D\nD\n')
  network.loseNext(/^PUT/)
  await user.click(saveButton())
  expect(await screen.findByText('Failed to update variant')).toBeTruthy()
  await user.click(saveButton())
  expect(await screen.findByText('Variant updated successfully')).toBeTruthy()
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(variantPuts(opened).map((body) => (body as { version: number }).version)).toEqual([version, version, version + 1])
  expect(await opened.storedVariant(id)).toMatchObject({ name: 'Day pass', price: 2.5, version: version + 1 })
  expect([name().value, price().value, (await keys()).value]).toEqual(['Day pass', '2.50', 'A\nB\nC\nD'])
})

describe('the variant was deleted elsewhere', () => {
  async function lose(type: (opened: Opened) => Promise<void>) {
    const opened = await open()
    await opened.user.click(await row())
    await keys()
    await type(opened)
    await opened.call('DELETE', `/admin/variants/${opened.id}?permanent=true`)
    await opened.queries.invalidateQueries({ queryKey: queryKeys.product(opened.productId) })
    return opened
  }
  const isGone = () => waitFor(() => expect(screen.queryByRole('button', { name: /^Day/ })).toBeNull())

  test('a row without unsaved input goes', async () => {
    await lose(async () => undefined)
    await isGone()
    expect(screen.getByText('No variants yet')).toBeTruthy()
  })

  test('unsaved edits stay readable, the row says so, and a save gives the reason; the row goes with them', async () => {
    const opened = await lose(async ({ user }) => user.type(await keys(), '\nMINE'))
    expect(within(await row('Day')).getByText('Deleted')).toBeTruthy()
    expect(screen.getByText('This variant was deleted.')).toBeTruthy()
    expect((await keys()).value).toContain('MINE')
    await opened.user.click(saveButton())
    expect(await screen.findByText('Variant not found')).toBeTruthy()
    expect((await keys()).value).toContain('MINE')
    await opened.user.click(screen.getByRole('button', { name: 'Discard edits of Day' }))
    await isGone()
  })

  test('keys that were not added yet stay readable', async () => {
    const { user } = await lose(({ user: person }) => person.type(screen.getByRole('textbox', { name: 'Add keys' }), 'D'))
    const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Add keys' })
    expect(within(await row('Day')).getByText('Deleted')).toBeTruthy()
    expect(box().value).toBe('D')
    await user.clear(box())
    await isGone()
  })

  test('keys that are refused because of it stay in their box, and the row says why', async () => {
    const { user, call, id } = await open()
    await user.click(await row())
    await user.type(await screen.findByRole('textbox', { name: 'Add keys' }), 'D')
    await call('DELETE', `/admin/variants/${id}?permanent=true`)
    await user.click(screen.getByRole('button', { name: 'Add 1 key' }))
    expect(await screen.findByText('This variant was deleted.')).toBeTruthy()
    expect(await screen.findByText('Variant not found')).toBeTruthy()
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Add keys' }).value).toBe('D')
  })

  test('a row that is deleted from here goes with its unsaved input', async () => {
    const { user, id, call } = await open()
    await user.click(await row())
    await user.type(await keys(), '\nMINE')
    // A deletion that somebody else was faster with counts too.
    await call('DELETE', `/admin/variants/${id}?permanent=true`)
    await user.click(screen.getByRole('button', { name: 'Delete variant Day' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete Variant' }))
    expect(await screen.findByText('Variant deleted successfully')).toBeTruthy()
    await isGone()
    expect(screen.queryByText('Deleted')).toBeNull()
    expect(screen.queryByRole('region', { name: 'Unsaved changes' })).toBeNull()
  })
})

describe('somebody else saved first', () => {
  async function clash() {
    const opened = await open()
    await opened.user.click(await row())
    await showKeys(opened)
    await opened.user.clear(price())
    await opened.user.type(price(), '2.9')
    await retypeKeys(opened, 'A\nC\nMINE')
    await opened.server.call('PUT', `/admin/variants/${opened.id}`, { name: 'Theirs', price: 3, keys: ['B', 'C', 'THEIRS'] })
    await opened.user.click(saveButton())
    await agree(opened, '1 key')
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Another save changed this variant: Day' }))
    expect(dialog.getByText('Name, Price and Keys')).toBeTruthy()
    expect(dialog.getByText('Price').parentElement!.textContent).toBe('Price: $3.00 → $2.90')
    expect(dialog.getByText('Keys').parentElement!.textContent).toBe('Keys')
    return { opened, dialog }
  }

  test('applying mine on top adds and removes my keys on their list', async () => {
    const { opened, dialog } = await clash()
    await opened.user.click(dialog.getByRole('button', { name: 'Apply mine on top' }))
    expect(await screen.findByText('Variant updated successfully: 1 added, 1 removed')).toBeTruthy()
    expect(shownToasts()).toEqual(['Variant updated successfully: 1 added, 1 removed'])
    const rest = { version: opened.version + 1, keys_seen: expect.any(String) }
    expect(variantPuts(opened)[1]).toEqual({
      name: 'Theirs',
      price: 2.9,
      max_per_order: 100,
      low_stock_threshold: null,
      keys: ['C', 'THEIRS', 'MINE'],
      ...rest,
    })
    await waitFor(async () => expect((await keys()).value).toBe('C\nTHEIRS\nMINE'))
  })

  test('beside a conflict of the product, the question names the variant', async () => {
    const { user, server, productId, id } = await open()
    await user.click(await row())
    await user.clear(await screen.findByRole('spinbutton', { name: 'Variant Price' }))
    await user.type(price(), '2.9')
    await user.type(screen.getByRole('textbox', { name: 'Name' }), ' mine')
    await server.call('PUT', `/admin/variants/${id}`, { price: 3 })
    await server.call('PUT', `/admin/products/${productId}`, { name: 'Theirs' })
    await user.keyboard('{Control>}s{/Control}')
    const ofVariant = await screen.findByRole('alertdialog', { name: 'Another save changed this variant: Day' })
    await user.click(within(ofVariant).getByRole('button', { name: 'Keep editing' }))
    expect(await screen.findByRole('alertdialog', { name: 'Another save changed this product' })).toBeTruthy()
  })

  test('reloading shows theirs', async () => {
    const { opened, dialog } = await clash()
    await opened.user.click(dialog.getByRole('button', { name: 'Reload' }))
    await waitFor(async () => expect((await keys()).value).toBe('B\nC\nTHEIRS'))
    expect([name().value, price().value]).toEqual(['Theirs', '3.00'])
    expect((await row('Theirs')).textContent).toContain('$3.00')
    expect(saveButton().disabled).toBe(true)
    expect(variantPuts(opened)).toHaveLength(1)
  })
})

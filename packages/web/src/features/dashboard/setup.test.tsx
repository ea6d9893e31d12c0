import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { shownToasts } from '../../../test/toasts.ts'
import { startBeside } from '../../../test/start-beside.tsx'
import { DashboardPage } from './page.tsx'

// jsdom has no layout, so the chart draws nothing.
beforeAll(() => {
  HTMLCanvasElement.prototype.getContext = () => null
})

const list = async () => within(await screen.findByRole('list', { name: 'Set up your shop' }))
/** The titles of the steps that are done. */
const done = async () =>
  (await list())
    .getAllByRole('listitem')
    .filter((step) => within(step).queryByText('Done') !== null)
    .map((step) => step.querySelector('p')!.textContent)

async function start() {
  const started = await startBeside(<DashboardPage />, '/')
  const { call } = started
  return {
    ...started,
    addProduct: (keys: readonly string[]) =>
      call('POST', '/admin/products', { name: 'Aurora', description: '', variants: [{ name: 'Month', price: 9.99, keys }] }),
    addApiKey: async (): Promise<string> =>
      ((await call('POST', '/admin/api-keys', { name: 'Shop', scopes: ['catalogue:read', 'orders:write'] })) as { data: { key: string } })
        .data.key,
  }
}

test('a new shop shows what to do, each step with its button; done ones are ticked', async () => {
  const { go, addProduct, addApiKey, queries } = await start()
  await go('/')
  const steps = await list()
  expect(await done()).toEqual([])
  expect(steps.getByRole('link', { name: 'Add a product' }).getAttribute('href')).toBe('/products?add=1')
  expect(steps.getByRole('link', { name: 'Create an API key' }).getAttribute('href')).toBe('/?panel=api-keys')
  expect(steps.getByRole('link', { name: 'Open Discord' }).getAttribute('href')).toBe('/discord')
  expect(steps.getByRole('link', { name: 'Open Mails' }).getAttribute('href')).toBe('/?panel=mails')
  expect(steps.getByRole('link', { name: 'Open Team' }).getAttribute('href')).toBe('/?panel=team')
  expect(steps.getByRole<HTMLButtonElement>('button', { name: 'Make a test sale' }).disabled).toBe(true)
  await go('/beside')
  await screen.findByText('Another page')
  await addProduct([])
  await addApiKey()
  // Adding a product on its screen does the same.
  await queries.invalidateQueries({ queryKey: ['products'] })
  await go('/')
  await waitFor(async () => expect(await done()).toEqual(['Create an API key']))
  // The product is there, without keys.
  expect((await screen.findByRole('link', { name: 'Add keys' })).getAttribute('href')).toBe('/products/1?variant=1#variants')
})

test('a test sale buys a key with the API key, and ticks itself', async () => {
  const { user, go, addProduct, addApiKey, call } = await start()
  await addProduct(['K-1'])
  const key = await addApiKey()
  await go('/')
  await user.click((await list()).getByRole('button', { name: 'Make a test sale' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Test sale' }))
  expect((await dialog.findByRole('option', { name: 'Aurora - Month' })).parentElement).toHaveProperty('value', '1')
  expect(dialog.getByLabelText<HTMLInputElement>('Customer Email').value).toBe('admin@example.com')
  expect(dialog.getByText(/takes a real key out of your stock.* The refund revokes that key for good\./)).toBeTruthy()
  await user.type(dialog.getByLabelText('API key'), 'kd_wrong')
  await user.click(dialog.getByRole('button', { name: 'Buy' }))
  expect((await dialog.findByRole('alert')).textContent).toMatch(/API key/)
  await user.clear(dialog.getByLabelText('API key'))
  await user.type(dialog.getByLabelText('API key'), key)
  await user.click(dialog.getByRole('button', { name: 'Buy' }))
  await waitFor(() => expect(shownToasts()).toEqual([expect.stringContaining('Order #1 is completed')]))
  await waitFor(async () => expect(await done()).toEqual(['Add a product with keys', 'Create an API key', 'Make a test sale']))
  expect(((await call('GET', '/admin/purchases/orders/1')) as { data: object }).data).toMatchObject({ status: 'completed', total: 9.99 })
})

/** The dialog of a test sale whose order was made and has the last key, but one of whose calls failed. */
async function failAt(fail: 'loseNext' | 'failNext', call: RegExp) {
  const started = await start()
  const { user, go, addProduct, addApiKey, network, queries } = started
  await addProduct(['K-1'])
  const key = await addApiKey()
  await go('/')
  await user.click((await list()).getByRole('button', { name: 'Make a test sale' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Test sale' }))
  await dialog.findByRole('option', { name: 'Aurora - Month' })
  await user.type(dialog.getByLabelText('API key'), key)
  network[fail](call)
  const press = () => user.click(dialog.getByRole('button', { name: 'Buy' }))
  await press()
  await dialog.findByRole('alert')
  // The products are fetched again: their last key is reserved.
  await waitFor(() => expect(queries.isFetching()).toBe(0))
  return { ...started, dialog, press }
}

test.each([
  ['whose purchase got no answer', 'loseNext', /POST .*\/purchases$/],
  ['whose completion failed', 'failNext', /POST .*\/complete/],
] as const)('a test sale %s is completed by the next press, without a second order', async (_, fail, failed) => {
  const { dialog, press, call } = await failAt(fail, failed)
  expect(dialog.getByRole('option', { name: 'Aurora - Month' })).toBeTruthy()
  await press()
  await waitFor(() => expect(shownToasts()).toEqual([expect.stringContaining('Order #1 is completed')]))
  expect(((await call('GET', '/admin/purchases/orders')) as { data: object[] }).data).toMatchObject([{ id: 1, status: 'completed' }])
})

test('after a test sale that has ended meanwhile, the next press buys again', async () => {
  const { dialog, press, call } = await failAt('failNext', /POST .*\/complete/)
  await call('POST', '/admin/purchases/orders/1/cancel')
  await press()
  expect(await dialog.findByText('An order that is cancelled cannot become completed')).toBeTruthy()
  await press()
  await waitFor(() => expect(shownToasts()).toEqual([expect.stringContaining('Order #2 is completed')]))
})

test('the list is put away in this browser, and comes back with Undo', async () => {
  const { user, go } = await start()
  await go('/')
  await list()
  await user.click(screen.getByRole('button', { name: 'Dismiss' }))
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Set up your shop' })).toBeNull())
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await list()
  await user.click(screen.getByRole('button', { name: 'Dismiss' }))
  await go('/beside')
  await screen.findByText('Another page')
  await go('/')
  await screen.findByRole('heading', { level: 1, name: 'Dashboard' })
  expect(screen.queryByRole('list', { name: 'Set up your shop' })).toBeNull()
  localStorage.removeItem('setup-put-away')
})

test('once all is done the list goes, and this browser asks no more', async () => {
  const { go, queries, sent } = await start()
  await go('/')
  await list()
  queries.setQueryData(['setup'], (steps: readonly object[] = []) => steps.map((step) => ({ ...step, is_done: true })))
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Set up your shop' })).toBeNull())
  await go('/beside')
  await screen.findByText('Another page')
  const { length } = sent('GET', '/admin/setup')
  expect(length).toBeGreaterThan(0)
  await go('/')
  await screen.findByRole('heading', { level: 1, name: 'Dashboard' })
  expect(screen.queryByText('Set up your shop')).toBeNull()
  expect(sent('GET', '/admin/setup')).toHaveLength(length)
  localStorage.removeItem('setup-put-away')
})

import type { ApiKey } from '@keydesk/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Shop, startShop } from '../../../test/start-shop.tsx'
import { ApiKeysPanel } from './panel.tsx'

/** A storefront with one paid order and two unpaid ones. */
async function start() {
  const shop = await startShop(<ApiKeysPanel />, '/api-keys')
  const { variants } = await shop.addProduct('Aurora', [{ name: 'Day', price: 10, keys: ['A-1', 'A-2', 'A-3'] }])
  const orders = []
  for (let index = 0; index < 3; index += 1) orders.push(await shop.buy([[variants[0]!.id, 1]]))
  await shop.complete(orders[0]!.id)
  await shop.go()
  const row = await screen.findByRole('row', { name: /^storefront/ })
  return { shop, orders, row }
}

const statusWith = async ({ server }: Shop, key: string) =>
  (await server.call('GET', '/store/products', undefined, { token: `Bearer ${key}` })).status

test('a rotated key is shown once and works at once; the row shows until when the old one works', async () => {
  const { shop, row } = await start()
  expect(within(row).getByText('3').parentElement!.textContent).toContain('2 pending')
  await shop.user.click(within(row).getByRole('button', { name: 'Rotate' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Rotate storefront?' }))
  const until = dialog.getByLabelText<HTMLSelectElement>(/^The old key stops working/)
  expect([...until.options].map(({ text }) => text)).toEqual(['At once', 'After 1 hour', 'After 24 hours', 'After 72 hours'])
  expect(until.selectedOptions[0]!.text).toBe('After 24 hours')
  await shop.user.selectOptions(until, 'After 72 hours')
  await shop.user.click(dialog.getByRole('button', { name: 'Rotate' }))

  const shown = within(await screen.findByRole('dialog', { name: 'API key rotated' }))
  expect(shown.getByText(/^Put the new key into the settings of storefront\. .* The old one works until Jan \d, 2030/)).toBeTruthy()
  const { value } = shown.getByLabelText<HTMLInputElement>('API key')
  expect(await statusWith(shop, value)).toBe(200)
  expect(shown.getByRole('button', { name: 'Copy API key' })).toBeTruthy()
  await shop.user.keyboard('{Escape}')
  const question = within(await screen.findByRole('alertdialog', { name: 'Close without copying it?' }))
  expect(question.getByText('The API key cannot be shown again.')).toBeTruthy()
  await shop.user.click(question.getByRole('button', { name: 'Keep it open' }))
  await shop.user.click(shown.getByRole('button', { name: 'I have copied it' }))
  expect(await within(row).findByText(/^The old one works until Jan \d, 2030/)).toBeTruthy()
  expect(within(row).getByText(`${value.slice(0, 7)}…`)).toBeTruthy()
  expect(document.body.textContent).not.toContain(value)
})

test('a rotation keeps the last day of a key unless it is changed, and a key can get none', async () => {
  const shop = await startShop(<ApiKeysPanel />, '/api-keys')
  await shop.call('POST', '/admin/api-keys', { name: 'kiosk', scopes: ['orders:write'], expires_at: '2030-03-01T18:30:00Z' })
  await shop.go()
  const row = within(await screen.findByRole('row', { name: /^kiosk/ }))
  const rotate = async (lastDay?: string) => {
    await shop.user.click(row.getByRole('button', { name: 'Rotate' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Rotate kiosk?' }))
    const field = dialog.getByLabelText<HTMLInputElement>('Last day (optional)')
    const shown = field.value
    if (lastDay !== undefined) fireEvent.change(field, { target: { value: lastDay } })
    await shop.user.click(dialog.getByRole('button', { name: 'Rotate' }))
    return shown
  }
  const close = async () => shop.user.click(await screen.findByRole('button', { name: 'I have copied it' }))
  const expiry = async () => {
    const { data } = (await shop.call('GET', '/admin/api-keys')) as unknown as { data: ApiKey[] }
    return data.find(({ name }) => name === 'kiosk')!.expires_at
  }
  expect(await rotate('2001-02-03')).toBe('2030-03-01')
  expect(await screen.findByText('Choose today or a later day')).toBeTruthy()
  const cancel = async () => {
    await shop.user.click(screen.getByRole('button', { name: 'Cancel' }))
    await shop.user.click(await screen.findByRole('button', { name: 'Discard' }))
  }
  await cancel()
  await rotate('12031-05-06')
  expect(await screen.findByText('Enter a whole date, with a year of four digits')).toBeTruthy()
  await cancel()
  await rotate()
  await close()
  expect(await expiry()).toBe('2030-03-01T18:30:00.000Z')
  await rotate('2031-05-06')
  await close()
  expect(await expiry()).toBe(new Date(2031, 4, 7).toISOString())
  await waitFor(() => expect(row.getByText(/2031/)).toBeTruthy())
  expect(await rotate('')).toBe('2031-05-06')
  await close()
  expect(await expiry()).toBeNull()
})

test('revoking shows the number of pending orders, and offers an immediate rotation instead', async () => {
  const { shop, row } = await start()
  const press = async () => shop.user.click(within(row).getByRole('button', { name: 'Revoke' }))
  await press()
  const question = async () => within(await screen.findByRole('alertdialog', { name: 'Revoke storefront?' }))
  expect((await question()).getByText('2 of its orders are pending. Once it is revoked, they can be completed only by hand.')).toBeTruthy()
  await shop.user.click((await question()).getByRole('button', { name: 'Rotate instead' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Rotate storefront?' }))
  expect(dialog.getByLabelText<HTMLSelectElement>(/^The old key stops working/).selectedOptions[0]!.text).toBe('At once')
  await shop.user.click(dialog.getByRole('button', { name: 'Rotate' }))
  const shown = within(await screen.findByRole('dialog', { name: 'API key rotated' }))
  expect(shown.getByText(/It is shown only now\. The old one no longer works\.$/)).toBeTruthy()
  const { value } = shown.getByLabelText<HTMLInputElement>('API key')
  await shop.user.click(shown.getByRole('button', { name: 'I have copied it' }))

  await press()
  await shop.user.click((await question()).getByRole('button', { name: 'Revoke' }))
  expect(await screen.findByText('storefront is revoked')).toBeTruthy()
  expect(await within(row).findByText('Revoked')).toBeTruthy()
  await waitFor(() => expect(within(row).queryByRole('button', { name: /^(Rotate|Revoke)/ })).toBeNull())
  expect(await statusWith(shop, value)).toBe(401)
})

test('a refused rotation shows the reason in its dialog', async () => {
  const { shop, row } = await start()
  await shop.user.click(within(row).getByRole('button', { name: 'Rotate' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Rotate storefront?' }))
  await shop.call('DELETE', '/admin/api-keys/1')
  await shop.user.click(dialog.getByRole('button', { name: 'Rotate' }))
  expect((await dialog.findByRole('alert')).textContent).toBe('API key not found')
  await shop.user.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(await within(row).findByText('Revoked')).toBeTruthy()
})

test('a key says what it sold and from where it was last used, and leads to its orders', async () => {
  const { shop, row } = await start()
  expect(within(row).getByText('$10.00')).toBeTruthy()
  expect(within(row).getByText('127.0.0.1')).toBeTruthy()
  expect(
    within(row)
      .getByRole('link', { name: /^\d+ orders of storefront$/ })
      .getAttribute('href'),
  ).toBe('/purchases/orders?api_key=1')
  expect(
    within(row)
      .getByRole('link', { name: /^\d+ pending orders of storefront$/ })
      .getAttribute('href'),
  ).toBe('/purchases/orders?api_key=1&status=pending')
  await shop.user.click(within(row).getByRole('button', { name: 'Activity' }))
  await waitFor(() => expect(shop.router.state.location.href).toBe('/api-keys?panel=activity&activity_api_key=1'))
})

test('a key whose creation got no answer is listed, so that it can be revoked', async () => {
  const { shop } = await start()
  await shop.user.click(screen.getByRole('button', { name: 'Create API key' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create API key' }))
  await shop.user.type(dialog.getByLabelText('Name'), 'kiosk')
  shop.network.loseNext(/POST .*api-keys/)
  await shop.user.click(dialog.getByRole('button', { name: 'Create' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('The server cannot be reached')
  expect(await screen.findByRole('row', { name: /^kiosk/, hidden: true })).toBeTruthy()
})

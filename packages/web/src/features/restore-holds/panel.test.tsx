import { recordRestore } from '@keydesk/server/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Shop, startShop } from '../../../test/start-shop.tsx'
import { RestoreHoldsPanel } from './panel.tsx'

/** A shop after a restore: keys of two variants and a scheduled announcement are held. */
async function start() {
  const shop = await startShop(<RestoreHoldsPanel />, '/coupons')
  const { variants } = await shop.addProduct('Aurora', [
    { name: 'Day', price: 10, keys: ['DAY-1', 'DAY-2', 'DAY-3'] },
    { name: 'Month', price: 30, keys: ['MONTH-1'] },
  ])
  await shop.call('POST', '/admin/announcements', { title: 'Sale', content: 'Half price', publish_at: '2030-02-01T00:00:00.000Z' })
  const { db } = shop.server.deps
  await db.updateTable('license_key').set({ state: 'withheld' }).execute()
  await db.updateTable('variant').set({ stock: 0 }).execute()
  await db.updateTable('outbox').set({ status: 'failed', reason: 'Held after a restore', held_at: '2030-01-01T00:00:00.000Z' }).execute()
  await shop.go()
  const row = async (name: string) => within(await screen.findByRole('row', { name: new RegExp(name) }))
  return { ...shop, row, variants }
}

const stockOf = async ({ call }: Pick<Shop, 'call'>, id: number) =>
  ((await call('GET', `/admin/variants/${id}`))['data'] as { stock: number }).stock

test('held keys are released and struck by batch, after a question that says what follows', async () => {
  const shop = await start()
  expect(await screen.findByText(/^4 keys may have been sold after the backup, so the storefront does not sell them/)).toBeTruthy()
  await shop.user.click((await shop.row('Aurora - Day')).getByRole('button', { name: 'Release' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Release 3 keys?' }))
  expect(
    question.getByText('3 keys of Aurora - Day can be sold again. A key that was sold after the backup would be sold twice.'),
  ).toBeTruthy()
  await shop.user.click(question.getByRole('button', { name: 'Cancel' }))
  expect(await stockOf(shop, shop.variants[0]!.id)).toBe(0)

  await shop.user.click((await shop.row('Aurora - Day')).getByRole('button', { name: 'Release' }))
  await shop.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Release' }))
  expect(await screen.findByText('3 keys on sale again')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('row', { name: /Aurora - Day/ })).toBeNull())
  expect(await stockOf(shop, shop.variants[0]!.id)).toBe(3)

  await shop.user.click(screen.getByRole('button', { name: 'Strike all' }))
  const strike = within(await screen.findByRole('alertdialog', { name: 'Strike 1 key?' }))
  expect(strike.getByText(/^1 key leaves the stock for good/)).toBeTruthy()
  await shop.user.click(strike.getByRole('button', { name: 'Strike' }))
  expect(await screen.findByText('1 key struck')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Held keys')).toBeNull())
  expect(await stockOf(shop, shop.variants[1]!.id)).toBe(0)
})

test('a wrong file of sold keys is refused with the reason, and changes nothing', async () => {
  const shop = await start()
  const picker = await screen.findByLabelText('File of sold keys')
  await shop.user.upload(picker, new File(['DAY-1\nDAY-2\n'], 'keys.txt', { type: 'text/plain' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Use this file of sold keys?' }))
  expect(question.getByText(/Those of the 4 held keys that are in it are struck, and all others can be sold again\.$/)).toBeTruthy()
  await shop.user.click(question.getByRole('button', { name: 'Use the file' }))
  expect(await screen.findByText(/^This is not a file of sold keys/)).toBeTruthy()
  expect(screen.getAllByRole('row', { name: /Aurora/ })).toHaveLength(2)
})

test('a held announcement is sent at its time or dropped', async () => {
  const shop = await start()
  expect(
    await screen.findByText(
      '1 message waited in the backup, or came from orders that the restore ended. The same may have been sent after the backup, so nothing is sent unless you ask for it.',
    ),
  ).toBeTruthy()
  await shop.user.click((await shop.row('Sale')).getByRole('button', { name: 'Send' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Send 1 message?' }))
  expect(question.getByText(/If the same was sent after the backup, it is sent twice\.$/)).toBeTruthy()
  await shop.user.click(question.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText('1 message will be sent')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Held messages')).toBeNull())
  const { data } = await shop.call('GET', '/admin/announcements')
  expect(data[0]).toMatchObject({ delivery: 'scheduled' })
})

test('after a restore that lost orders the panel names the file that has them, also if nothing is held', async () => {
  const shop = await startShop(<RestoreHoldsPanel />, '/coupons')
  const lost = { count: 2, file: 'lost-orders-2030-01-01.csv' }
  const createdAt = '2030-01-01T00:00:00.000Z'
  await recordRestore(shop.server.deps, { createdAt, withheld: 0, struck: 2, lastOrderId: 9, lost })
  await shop.go()
  expect(await screen.findByText('2 orders made after the backup are gone.')).toBeTruthy()
  expect(screen.getByText(/^The file lost-orders-2030-01-01\.csv in the data folder/)).toBeTruthy()
  expect(screen.getByText('Nothing is held')).toBeTruthy()
})

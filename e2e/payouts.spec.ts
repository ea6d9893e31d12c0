import type { Page } from '@playwright/test'
import { expectNoAxeViolationsAtBothWidths } from './support/axe.ts'
import { takePicture } from './support/guide.ts'
import { moveTo } from './support/keyboard.ts'
import { Presses } from './support/presses.ts'
import { stockProduct } from './support/shop.ts'
import { expect, onOwnServer, signIn } from './support/test.ts'

const wallets = [
  { wallet_type: 'Bitcoin', wallet_address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' },
  { wallet_type: 'USDT (TRC-20)', wallet_address: 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC' },
]
const people = ['mara', 'lena', 'otto']

/** Three people with enough commission for what the journeys ask for. */
const test = onOwnServer(async (keydesk) => {
  const { api, store } = keydesk
  const { variants } = await stockProduct(keydesk, { name: 'Kestrel', keys: 60 })
  for (const username of people) {
    const { id, referral_code } = (await store('POST', '/store/users', { username, email: `${username}@example.com` })) as {
      id: number
      referral_code: string
    }
    await api('PUT', `/admin/referrals/settings/${id}`, { enabled: true, custom_commission: 50 })
    const items = [{ variant_id: variants[0]!.id, quantity: 20 }]
    const order = (await store('POST', '/store/purchases', { customer_email: 'ann@example.com', items, referral_code })) as { id: number }
    await store('POST', `/store/purchases/${order.id}/complete`, {})
  }
})

/** So many payouts, in turn to each person and wallet. Answers their ids. */
async function askPayouts({ api, store }: Parameters<typeof signIn>[1], count: number, amount = 4.25): Promise<number[]> {
  const users = (await api('GET', '/admin/referrals/users-with-stats')) as { id: number }[]
  const ids = []
  for (let index = 0; index < count; index += 1) {
    const body = { amount: amount + index / 4, ...wallets[index % wallets.length]! }
    ids.push(((await store('POST', `/store/users/${users[index % users.length]!.id}/payouts`, body)) as { id: number }).id)
  }
  return ids
}

// The browser's own word on a run that is refused.
test.use({ allowedErrors: [/status of 409/] })

const bar = (page: Page) => page.getByRole('region', { name: 'Selected payouts' })
const transactionOf = (id: number) =>
  `9f2c${String(id).padStart(4, '0')}5b1e77a0c4d38e6f1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f`.slice(0, 64)

/** Puts a text where the clipboard would, as Ctrl+V does. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    document.activeElement!.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
    document.execCommand('insertText', false, pasted)
  }, text)
}

test('twelve payouts are paid from the Dashboard in at most 12 presses and one paste, and stand in the history', async ({
  page,
  keydesk,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const ids = await askPayouts(keydesk, 12)
  await signIn(page, keydesk)
  const presses = new Presses()
  await presses.click(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Referrals' }))
  await presses.click(page.getByRole('tab', { name: 'Pending Payouts' }))
  await presses.click(page.getByRole('checkbox', { name: 'Select all 12' }))
  await expect(bar(page)).toContainText('12 payouts selected')
  await expect(bar(page)).toContainText(/Bitcoin \$33\.00 \(6\)/)
  await takePicture(page, 'payouts-select')
  await presses.click(bar(page).getByRole('button', { name: 'Copy list' }))
  await expect(page.getByText('Copied 12 payouts')).toBeVisible()
  const copied = (await page.evaluate(() => navigator.clipboard.readText())).split('\n')
  expect(copied).toHaveLength(12)
  expect(copied[0]).toBe([ids[0], 'otto', 'Bitcoin', wallets[0]!.wallet_address, '4.25'].join('\t'))
  await presses.click(bar(page).getByRole('button', { name: 'Complete…' }))
  const dialog = page.getByRole('dialog', { name: 'Complete 12 payouts' })
  await expect(dialog.getByLabel('Transaction IDs')).toBeFocused()
  await paste(page, copied.map((line) => `${line.split('\t')[0]}\t${transactionOf(Number(line.split('\t')[0]))}`).join('\n'))
  await expect(dialog.getByText('12 of 12 payouts with a transaction ID')).toBeVisible()
  await expect(dialog.getByRole('listitem').first()).toContainText(transactionOf(ids[0]!))
  await takePicture(dialog, 'payouts-complete', { height: 1000 })
  await presses.click(dialog.getByRole('button', { name: 'Complete 12 payouts' }))
  await expect(page.getByText('Completed 12 payouts')).toBeVisible()
  await expect(page.getByText('No payouts found')).toBeVisible()
  expect(presses.count).toBeLessThanOrEqual(12)

  await page.getByRole('combobox', { name: 'Status' }).selectOption('completed')
  await expect(page).toHaveURL(/status=completed/)
  const rows = page.getByRole('table', { name: 'Completed payouts' }).getByRole('row')
  await expect(rows).toHaveCount(13)
  await expect(rows.filter({ hasText: `#${ids[3]}` })).toContainText(transactionOf(ids[3]!))
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  expect((await download).suggestedFilename()).toBe('payouts-completed.csv')
  await page.getByRole('searchbox', { name: 'Search payouts' }).fill(transactionOf(ids[3]!))
  await expect(rows).toHaveCount(2)
  await page.getByRole('searchbox', { name: 'Search payouts' }).fill('')
  await expectNoAxeViolationsAtBothWidths(page)
  await page.reload()
  await expect(rows).toHaveCount(13)
  await page.goto('/referrals?panel=activity')
  await expect(page.getByText('exported payouts')).toBeVisible()
})

test('by keyboard alone: two payouts are selected and completed, one that was decided meanwhile is left out', async ({ page, keydesk }) => {
  const ids = await askPayouts(keydesk, 3, 1)
  await signIn(page, keydesk, '/referrals?tab=payouts')
  for (const id of ids.toReversed()) {
    await moveTo(page, page.getByRole('checkbox', { name: `Select payout #${id}`, exact: true }), 'Tab')
    await page.keyboard.press('Space')
  }
  await moveTo(page, page.getByRole('button', { name: 'Complete…', exact: true }), 'Tab')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Complete 3 payouts' })
  await expect(dialog.getByLabel('Transaction IDs')).toBeFocused()
  await keydesk.api('PUT', `/admin/referrals/payout/${ids[1]}/status`, { status: 'failed', reason: 'Asked twice' })
  const [taken] = await askPayouts(keydesk, 1, 1)
  await keydesk.api('PUT', `/admin/referrals/payout/${taken}/status`, { status: 'completed', transaction_id: '0xthird' })
  await page.keyboard.type('0xfirst\n0xsecond\n0xthird')
  await expect(dialog.getByText(`Payout #${taken} has this transaction ID already.`)).toBeVisible()
  await moveTo(page, page.getByRole('button', { name: 'Complete 3 payouts', exact: true }), 'Tab')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(`Payout #${ids[1]}: This payout is already failed`)).toBeVisible()
  await expect(dialog.getByText('Nothing was completed. The reason is beside each payout.')).toBeVisible()
  await expect(dialog.getByLabel('Transaction IDs')).toHaveValue('0xfirst\n0xsecond\n0xthird')
  await moveTo(page, page.getByRole('button', { name: 'Leave out', exact: true }), 'Tab')
  await page.keyboard.press('Enter')
  const fewer = page.getByRole('dialog', { name: 'Complete 2 payouts' })
  // Its line goes with it: the others keep theirs.
  await expect(fewer.getByLabel('Transaction IDs')).toHaveValue('0xfirst\n0xthird')
  await expect(fewer.getByText('2 of 2 payouts with a transaction ID')).toBeVisible()
  await expect(fewer.getByText('Nothing was completed.')).toBeHidden()
  await moveTo(page, page.getByRole('button', { name: 'Complete 2 payouts', exact: true }), 'Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Completed 2 payouts')).toBeVisible()
  await page.getByRole('combobox', { name: 'Status' }).selectOption('failed')
  await expect(page.getByRole('row', { name: new RegExp(`#${ids[1]}`) })).toContainText('Asked twice')
})
test('on a phone each payout is a card with its whole address, and a rejection takes a reason', async ({ page, keydesk }) => {
  const [id] = await askPayouts(keydesk, 1, 2)
  await page.setViewportSize({ width: 400, height: 800 })
  await signIn(page, keydesk, '/referrals?tab=payouts')
  const card = page.getByRole('row', { name: new RegExp(`#${id}`) })
  await expect(card.getByText(wallets[0]!.wallet_address)).toBeInViewport()
  await card.getByRole('checkbox').check()
  await expect(bar(page).getByRole('button', { name: 'Complete…' })).toBeInViewport()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(400)
  await card.getByRole('button', { name: 'Reject' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reject payout of $2.00?' })
  await dialog.getByLabel('Reason').fill('The address is of another network')
  await dialog.getByRole('button', { name: 'Reject Payout' }).click()
  await expect(page.getByText('Payout status updated to failed')).toBeVisible()
  await expect(bar(page)).toBeHidden()
  // With all that there is to say about a payout, the table still fits.
  const long = 'f'.repeat(64)
  const [paid] = await askPayouts(keydesk, 1, 3)
  await keydesk.api('PUT', `/admin/referrals/payout/${paid}/status`, { status: 'completed', transaction_id: long })
  await page.goto('/referrals?tab=payouts&status=all')
  for (const width of [400, 800, 1_280, 1_440]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(page.getByText(long)).toBeVisible()
    // An address is shown whole.
    const address = page.getByRole('row', { name: new RegExp(`#${paid}`) }).getByText(wallets[0]!.wallet_address)
    expect(await address.evaluate((text) => text.scrollWidth <= text.clientWidth)).toBe(true)
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
})

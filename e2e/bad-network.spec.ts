import type { Page } from '@playwright/test'
import { chooseFaults } from './support/network.ts'
import { expectScreen, expectUsable, openScreen, screens, type Entry } from './support/screens.ts'
import { stockProduct, type Product } from './support/shop.ts'
import { expect, onOwnServer, signIn, startSession } from './support/test.ts'

/** An evening with a bad network: calls fail once, answer late, or answer after their screen was left. */

const shop: { product: Product; order: number } = { product: { id: 0, name: '', variants: [] }, order: 0 }

const test = onOwnServer(async (keydesk) => {
  const { api, store } = keydesk
  shop.product = await stockProduct(keydesk, { name: 'Redshank', keys: 3, sold: 1 })
  shop.order = ((await api('GET', '/admin/purchases/orders')) as { id: number }[])[0]!.id
  const user = (await store('POST', '/store/users', { username: 'mara', email: 'mara@example.com' })) as {
    id: number
    referral_code: string
  }
  await api('PUT', `/admin/referrals/settings/${user.id}`, { enabled: true, custom_commission: 50 })
  const items = [{ variant_id: shop.product.variants[0]!.id, quantity: 1 }]
  const order = { customer_email: 'bob@example.com', items, referral_code: user.referral_code }
  const { id } = (await store('POST', '/store/purchases', order)) as { id: number }
  await store('POST', `/store/purchases/${id}/complete`, {})
  for (const amount of [1, 2])
    await store('POST', `/store/users/${user.id}/payouts`, {
      amount,
      wallet_type: 'Bitcoin',
      wallet_address: 'bc1qar0srrr7xfkvy5l643lydnw9re59',
    })
  await api('POST', '/admin/announcements', { title: 'Spring sale', content: 'Everything must go' })
  const discount = { discount_type: 'percentage', discount_value: 10, max_usage: 0, max_usage_per_user: 0 }
  const scope = { expiration_date: '2099-01-01T00:00:00Z', applicable_to_all: true, applicable_products: [] }
  // More than a page, so that the server searches.
  for (let number = 1; number <= 101; number += 1) await api('POST', '/admin/coupons', { code: `CODE-${number}`, ...discount, ...scope })
})
// The browser's own word on a call that fails, and on a product that is deleted.
test.use({ allowedErrors: [/status of (503|404)/] })

const samples: Record<Entry, string> = {
  Dashboard: 'Redshank',
  Products: 'Redshank',
  Orders: 'ann@example.com',
  Notifications: 'Spring sale',
  Coupons: 'CODE-101',
  Referrals: 'mara@example.com',
  Discord: 'Stopped',
}

const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try again' })

async function tryAllAgain(page: Page): Promise<void> {
  await tryAgain(page).first().click()
  while ((await tryAgain(page).count()) > 0)
    await tryAgain(page)
      .first()
      .click({ timeout: 2_000 })
      .catch(() => undefined)
}

test('each screen whose calls fail says so, and Try again brings it', async ({ page, keydesk }) => {
  await startSession(page, keydesk)
  const network = await chooseFaults(page)
  for (const { path, entry } of screens)
    await test.step(entry, async () => {
      const mend = network.failAll()
      await page.goto(path)
      await expect(tryAgain(page).first()).toBeVisible()
      await expect(page.getByRole('main').getByText(samples[entry])).toHaveCount(0)
      mend()
      await tryAllAgain(page)
      await expectUsable(page, entry)
      await expect(page.getByRole('main').getByText(samples[entry]).first()).toBeVisible()
    })
})

test('an answer that comes after its screen or its search was left shows nowhere', async ({ page, keydesk }) => {
  await signIn(page, keydesk)
  const network = await chooseFaults(page)
  const release = network.hold(/^GET \/admin\/purchases\/orders/)
  await openScreen(page, 'Orders')
  await expect(page.getByRole('progressbar', { name: 'Loading' })).toBeVisible()
  await openScreen(page, 'Coupons')
  await expectUsable(page, 'Coupons')
  release()
  await page.getByRole('searchbox', { name: 'Search coupons' }).fill('CODE-77')
  await expect(page.getByRole('row', { name: /CODE-77/ })).toBeVisible()
  await expectScreen(page, 'Coupons')
  await openScreen(page, 'Orders')
  await expect(page.getByRole('row', { name: /ann@example\.com/ })).toBeVisible()

  const search = page.getByRole('searchbox', { name: 'Search orders' })
  const asked = page.waitForRequest(/keys\/lookup/)
  const releaseKey = network.hold(/^POST \/admin\/keys\/lookup/)
  await search.fill('REDSHANK-0001')
  await asked
  await search.fill('bob@example.com')
  await expect(page.getByText('1 order', { exact: true })).toBeVisible()
  releaseKey()
  await page.getByRole('link', { name: /^#\d+$/ }).click()
  await expect(
    page
      .getByRole('dialog', { name: /^Order #/ })
      .getByText('bob@example.com')
      .first(),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('list', { name: 'Key history' })).toBeHidden()
  await expect(search).toHaveValue('bob@example.com')
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('orders that are slow to come leave the search in place', async ({ page, keydesk }) => {
  await signIn(page, keydesk, '/purchases/orders')
  const network = await chooseFaults(page)
  const search = page.getByRole('searchbox', { name: 'Search orders' })
  const release = network.hold(/^GET \/admin\/purchases\/orders\?.*q=/)
  await search.pressSequentially('bob@')
  await expect(page).toHaveURL(/q=bob/)
  await search.pressSequentially('example.com', { delay: 50 })
  await expect(search).toBeFocused()
  await expect(search).toHaveValue('bob@example.com')
  release()
  await expect(page.getByText('1 order', { exact: true })).toBeVisible()
})

test('a drawer, a search and a list to pay by that fail once say so, and give the right thing at the next press', async ({
  page,
  keydesk,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, keydesk, '/purchases/orders')
  const network = await chooseFaults(page)
  const drawer = page.getByRole('dialog', { name: `Order #${shop.order}` })
  const open = () => page.getByRole('link', { name: `#${shop.order}`, exact: true }).click()
  network.fail(/^GET \/admin\/purchases\/orders\/\d+$/)
  await open()
  await expect(drawer.getByText('Failed to fetch order')).toBeVisible()
  await expect(drawer.getByText('Redshank - 30 Days')).toBeVisible()
  await page.keyboard.press('Escape')
  network.fail(/^GET \/admin\/purchases\/orders\/\d+$/)
  await open()
  await drawer.getByRole('button', { name: 'Try again' }).click()
  await expect(drawer.getByRole('button', { name: 'Refund' })).toBeVisible()
  await page.keyboard.press('Escape')
  await open()
  await expect(drawer.getByRole('region', { name: 'Timeline' })).toBeVisible()
  await page.keyboard.press('Escape')

  await openScreen(page, 'Coupons')
  await expect(page.getByText('100 of 101 coupons')).toBeVisible()
  network.fail(/^GET \/admin\/coupons\?.*q=/)
  await page.getByRole('searchbox', { name: 'Search coupons' }).fill('CODE-7')
  await expect(page.getByRole('main').getByText('Failed to fetch coupons')).toBeVisible()
  await expect(page.getByText('No coupons match')).toBeHidden()
  await tryAgain(page).click()
  await expect(page.getByRole('row', { name: /CODE-7\d?/ })).toHaveCount(11)

  await openScreen(page, 'Referrals')
  await page.getByRole('tab', { name: 'Pending Payouts' }).click()
  await page.getByRole('checkbox', { name: 'Select all 2' }).check()
  const bar = page.getByRole('region', { name: 'Selected payouts' })
  await keydesk.api('PUT', '/admin/referrals/payout/1/status', { status: 'completed', transaction_id: '0xa' })
  network.fail(/^GET .*status=pending$/)
  await bar.getByRole('button', { name: 'Copy list' }).click()
  await expect(page.getByText('Failed to copy the payouts')).toBeVisible()
  await bar.getByRole('button', { name: 'Copy list' }).click()
  await expect(page.getByText('Copied the 1 of 2 payouts that are still pending')).toBeVisible()
  expect((await page.evaluate(() => navigator.clipboard.readText())).split('\n').map((line) => line.split('\t')[0])).toEqual(['2'])
  await expect(bar.getByText('1 payout selected')).toBeVisible()
})

test('keys that were stored are shown as stored, what is typed meanwhile stays, and Back finds no deleted product', async ({
  page,
  keydesk,
}) => {
  const { id, variants } = shop.product
  await signIn(page, keydesk, '/products')
  await page.goto(`/products/${id}?variant=${variants[0]!.id}`)
  const network = await chooseFaults(page)
  const box = page.getByRole('textbox', { name: 'Add keys' })
  await expect(page.getByRole('textbox', { name: 'Keys', exact: true })).toHaveValue('•••• 1 ••••')
  network.fail(/^GET \/admin\/variants\/\d+$/, 2)
  const release = network.hold(/^POST .*key-imports/)
  await box.fill('LATE-1')
  await page.getByRole('button', { name: 'Add 1 key' }).click()
  await box.press('End')
  await box.pressSequentially('\nLATE-2')
  release()
  await expect(page.getByText('1 key added')).toBeVisible()
  await expect(box).toHaveValue('LATE-2')
  await expect(page.getByText('Failed to add keys')).toBeHidden()
  await expect(page.getByText(/What is shown may be out of date/)).toBeVisible()
  await tryAllAgain(page)
  await expect(page.getByRole('textbox', { name: 'Keys', exact: true })).toHaveValue('•••• 1 ••••\n•••• 2 ••••')
  await expect(box).toHaveValue('LATE-2')

  await page.getByRole('button', { name: 'Delete Product' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Product' }).click()
  await expectScreen(page, 'Products')
  await page.goBack()
  await expectScreen(page, 'Products')
})

test('a dialog whose code is slow shows that it loads, can be closed, and has the focus once it is there', async ({ page, keydesk }) => {
  const code = Promise.withResolvers<void>()
  await page.route('**/assets/dialogs-*.js', async (route) => {
    await code.promise
    await route.continue()
  })
  await signIn(page, keydesk, '/coupons')
  const button = page.getByRole('button', { name: 'Create Coupon' }).first()
  const dialog = page.getByRole('dialog', { name: 'Create Coupon' })
  await button.click()
  await expect(dialog.getByText('Loading...')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Loading...')).toBeVisible()
  code.resolve()
  await expect(dialog.getByLabel('Code', { exact: true })).toBeFocused()
  await expect(dialog.getByText('Loading...')).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()
})

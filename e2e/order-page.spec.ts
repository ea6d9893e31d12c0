import { expectNoAxeViolationsNow } from './support/axe.ts'
import { addProduct, demoKeys, sell } from './support/keys.ts'
import { expect, signIn, test } from './support/test.ts'

test('a customer opens the page of an order without an account, shows and copies a key, and sees that one was replaced', async ({
  page,
  keydesk,
  openVisitor,
  browser,
}) => {
  const { id: productId, variantId } = await addProduct(keydesk, 'Northlight', demoKeys('PAGE', 4))
  await keydesk.api('PUT', `/admin/products/${productId}`, { instructions: 'Start the loader as administrator.\nThen enter the key.' })
  const order = await sell(keydesk, variantId, 2)

  await signIn(page, keydesk, `/purchases/orders?order=${order.id}`)
  const drawer = page.getByRole('dialog', { name: `Order #${order.id}` })
  const part = drawer.getByRole('region', { name: 'Customer’s page' })
  await part.getByRole('button', { name: 'Copy page link' }).click()
  const address = (await part.getByRole('link').getAttribute('href'))!

  const phone = await openVisitor({
    ...{ viewport: { width: 320, height: 640 }, locale: 'de-DE', timezoneId: 'Europe/Berlin', hasTouch: true },
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await phone.goto(address)
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText(`Order #${order.id}`)
  const keys = phone.getByRole('region', { name: 'Northlight - Month' }).getByRole('listitem')
  await expect(keys).toHaveCount(2)
  await expect(keys.first()).toContainText('••••••••0001')
  await expect(phone.getByText(/^\$\d+\.\d\d · Completed on \d\d\.\d\d\.\d{4}, \d\d:\d\d/)).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await phone.emulateMedia({ colorScheme })
    await expectNoAxeViolationsNow(phone)
  }
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(320)

  await phone.getByRole('button', { name: 'Show the key ••••••••0001' }).tap()
  await expect(keys.first().getByText('PAGE-DEMO-0001', { exact: true })).toBeVisible()
  await phone.getByRole('button', { name: 'Show the key ••••••••0002' }).tap()
  await expect(keys.nth(1).getByText('PAGE-DEMO-0002', { exact: true })).toBeVisible()
  // The first one stays open.
  await expect(keys.first()).toContainText('PAGE-DEMO-0001')
  await expect(keys.nth(1).getByRole('button', { name: 'Copy the key that ends in 0002' })).toBeFocused()
  await phone.keyboard.press('Enter')
  expect(await phone.evaluate(() => navigator.clipboard.readText())).toBe('PAGE-DEMO-0002')
  await phone.getByText('Instructions').tap()
  await expect(phone.getByText(/^Start the loader as administrator\.\s+Then enter the key\.$/)).toBeVisible()
  expect(phone.url()).toBe(address)

  await test.step('the drawer shows what the customer opened', async () => {
    await page.reload()
    await expect(drawer.getByText('Key opened by the customer')).toHaveCount(2)
    await expect(drawer.getByText(/^Opened /)).toHaveCount(2)
  })

  await test.step('without JavaScript Show works, and a replaced key is never shown again', async () => {
    const { keys: held } = (await keydesk.api('GET', `/admin/purchases/orders/${order.id}`)) as { keys: { id: number }[] }
    // The watch of screens needs timers, which do not run there.
    const context = await browser.newContext({ javaScriptEnabled: false })
    const plain = await context.newPage()
    await plain.goto(address)
    await plain.getByRole('button', { name: 'Show the key ••••••••0002' }).click()
    await expect(plain.getByText('PAGE-DEMO-0002', { exact: true })).toBeVisible()
    await keydesk.api('POST', `/admin/purchases/orders/${order.id}/keys/${held[0]!.id}/replace`, { reason: 'not_working' })
    // This page was opened before, and still offers the key.
    await plain.getByRole('button', { name: 'Show the key ••••••••0001' }).click()
    await expect(plain.getByText(/^Replaced on/)).toBeVisible()
    await expect(plain.getByText('PAGE-DEMO-0001')).toHaveCount(0)
    await expect(plain.getByRole('button', { name: 'Show the key ••••••••0003' })).toBeVisible()
    await context.close()
  })
})

test.describe('a link that has ended', () => {
  test.use({ allowedErrors: [/status of 404/] })

  test('shows a sentence, after a new one was made in two presses', async ({ page, keydesk, openVisitor }) => {
    const { variantId } = await addProduct(keydesk, 'Lost link', demoKeys('LINK', 1))
    const order = await sell(keydesk, variantId)
    await signIn(page, keydesk, `/purchases/orders?order=${order.id}`)
    const part = page.getByRole('dialog', { name: `Order #${order.id}` }).getByRole('region', { name: 'Customer’s page' })
    await part.getByRole('button', { name: 'Copy page link' }).click()
    const before = (await part.getByRole('link').getAttribute('href'))!
    await part.getByRole('button', { name: 'New link' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Make new link' }).click()
    await expect(part.getByRole('link')).not.toHaveAttribute('href', before)
    const visitor = await openVisitor()
    await visitor.goto((await part.getByRole('link').getAttribute('href'))!)
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(`Order #${order.id}`)
    await visitor.goto(before)
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('This link does not work')
  })
})

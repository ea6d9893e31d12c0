import type { Page } from '@playwright/test'
import { createApiClient, requestToken } from './support/api.ts'
import { expectNoAxeViolationsAtBothWidths } from './support/axe.ts'
import { takePicture } from './support/guide.ts'
import { pngFile } from './support/picture.ts'
import { Presses } from './support/presses.ts'
import { chooseAccount, expectScreen } from './support/screens.ts'
import { stockProduct } from './support/shop.ts'
import { expect, onOwnServer, signIn } from './support/test.ts'

/** On a server of its own: its shop gets a name and a logo, and its only order is paid with 39.98 dollars. */
const test = onOwnServer(async (keydesk) => void (await stockProduct(keydesk, { name: 'Northlight', keys: 5, sold: 2 })))
// The browser's own word on a screen that is refused.
test.use({ allowedErrors: [/status of 403/] })

const password = 'a password of the journey'

/** What a person sees of money or keys on the screen, dialogs included. */
const shownSecrets = async (page: Page) => ((await page.locator('body').innerText()).match(/\$\s?\d|NORTHLIGHT-\d+|\/o\/\S+/g) ?? []).join()

test('a support person without amounts and keys: four presses, and neither is anywhere', async ({ page, keydesk, openVisitor }) => {
  const { url } = (await keydesk.api('POST', '/admin/team/invitations', { role: 'support' })) as { url: string }
  const visitor = await openVisitor()
  await visitor.goto(url)
  await visitor.getByLabel('Username').fill('sue')
  await visitor.getByLabel('Email').fill('sue@example.com')
  await visitor.getByLabel('Password', { exact: true }).fill(password)
  await visitor.keyboard.press('Enter')
  await expectScreen(visitor, 'Products')

  await signIn(page, keydesk)
  const presses = new Presses()
  await presses.click(page.getByRole('button', { name: /Account menu/ }))
  await presses.click(page.getByRole('menuitem', { name: 'Settings', exact: true }))
  const sue = page.getByRole('group', { name: 'sue may' })
  await presses.click(sue.getByRole('checkbox', { name: 'Amounts' }))
  await expect(page.getByText('sue may no longer see amounts of money')).toBeVisible()
  await presses.click(sue.getByRole('checkbox', { name: 'Keys' }))
  await expect(page.getByText('sue may no longer reveal keys')).toBeVisible()
  expect(presses.count).toBe(4)
  await expectNoAxeViolationsAtBothWidths(page)
  await takePicture(page.getByRole('dialog', { name: 'Settings' }), 'settings-switches')

  await test.step('the list, the drawer and the customer', async () => {
    await visitor.goto('/purchases/orders')
    await expect(visitor.getByRole('row', { name: /ann@example\.com/ })).toBeVisible()
    await expect(visitor.getByRole('columnheader', { name: 'Total' })).toHaveCount(0)
    await visitor.getByRole('link', { name: '#1', exact: true }).click()
    const drawer = visitor.getByRole('dialog', { name: 'Order #1' })
    await expect(drawer.getByText('Order created by')).toBeVisible()
    await expect(drawer.getByText('Northlight - 30 Days').first()).toBeVisible()
    await expect(drawer.getByRole('button', { name: 'Reveal keys' })).toHaveCount(0)
    await expect(drawer.getByRole('button', { name: 'Refund' })).toBeVisible()
    expect(await shownSecrets(visitor)).toBe('')
    await visitor.goto('/purchases/orders?customer=order-1')
    await expect(visitor.getByRole('dialog', { name: 'ann@example.com' }).getByText('#1').first()).toBeVisible()
    expect(await shownSecrets(visitor)).toBe('')
  })
  await test.step('the search', async () => {
    await visitor.keyboard.press('Escape')
    await visitor.keyboard.press('Control+k')
    await visitor.getByRole('combobox', { name: 'Search everything' }).fill('#1')
    await expect(visitor.getByRole('option', { name: /ann@example\.com/ })).toBeVisible()
    expect(await shownSecrets(visitor)).toBe('')
  })
  await test.step('the address of the Dashboard, and the call itself', async () => {
    await visitor.goto('/')
    await expectScreen(visitor, 'Products')
    const sues = await createApiClient(keydesk.url, { username: 'sue', password })
    expect(JSON.stringify(await sues('GET', '/admin/purchases/orders/1'))).not.toMatch(/39\.98|19\.99|NORTHLIGHT-\d+/)
    const authorization = await requestToken(keydesk.url, { username: 'sue', password })
    expect((await fetch(`${keydesk.url}/admin/purchases/orders/1/keys`, { method: 'POST', headers: { authorization } })).status).toBe(403)
  })
})

test('a name and a logo are on the page of the lost orders; a section has its own address', async ({ page, keydesk, openVisitor }) => {
  await signIn(page, keydesk)
  await chooseAccount(page, 'Shop')
  await page.getByLabel('Shop name').fill('Aurora Keys')
  await page.getByRole('button', { name: 'Save shop' }).click()
  await expect(page.getByText('Shop saved')).toBeVisible()
  await page.getByLabel('Logo file').setInputFiles(pngFile('logo.png', [52, 80, 201]))
  await expect(page.getByText('Logo saved')).toBeVisible()
  await expectNoAxeViolationsAtBothWidths(page)
  await takePicture(page.getByRole('dialog', { name: 'Settings' }), 'settings-shop', { height: 800 })
  expect(new URL(page.url()).search).toBe('?panel=shop')
  await page.reload()
  await expect(page.getByRole('img', { name: 'Aurora Keys' })).toBeVisible()

  const customer = await openVisitor()
  await customer.goto('/lost')
  const logo = customer.getByRole('img', { name: 'Aurora Keys' })
  await expect(logo).toBeVisible()
  expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(64)
})

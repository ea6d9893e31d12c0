import type { Locator, Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { expectNoAxeViolations } from './support/axe.ts'
import { takePicture } from './support/guide.ts'
import { chooseAccount, expectLoginForm, expectScreen, openScreen } from './support/screens.ts'
import { stockProduct } from './support/shop.ts'
import { expect, onOwnServer, signIn, typeSignIn } from './support/test.ts'

/** On a server of its own: its members and sessions are counted. */
const test = onOwnServer()
// The browser's own word on what is refused here: a link that is over, the last owner, a session that has ended.
test.use({ allowedErrors: [/status of (401|403|409|410)/] })

const password = 'a password of the journey'

const openPanel = async (page: Page, name: string) => {
  await chooseAccount(page, name)
  const panel = page.getByRole('dialog', { name: name === 'Team' ? 'Settings' : name, exact: true })
  await expect(panel).toBeVisible()
  return panel
}
const rowOf = (panel: Locator, table: string, text: string) => panel.getByRole('table', { name: table }).getByRole('row', { name: text })

async function fillJoinForm(page: Page, username: string) {
  await page.getByLabel('Username').click()
  await page.keyboard.type(username)
  await page.keyboard.press('Tab')
  if (await page.getByLabel('Email').isEditable()) await page.keyboard.type(`${username}@example.com`)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
}

test('an owner invites somebody, who joins and works; then changes the role and disables the member', async ({
  page,
  keydesk,
  openVisitor,
}) => {
  await stockProduct(keydesk, { name: 'Northlight', keys: 3, sold: 1 })
  await signIn(page, keydesk, '/products')
  const panel = await openPanel(page, 'Team')
  await expect(rowOf(panel, 'Members', 'admin (you)')).toBeVisible()
  await expect(panel.getByText('Nobody is invited')).toBeVisible()
  expect(new URL(page.url()).search).toBe('?panel=team')

  const link = await test.step('the invitation', async () => {
    await panel.getByRole('button', { name: 'Invite' }).click()
    const dialog = page.getByRole('dialog', { name: 'Invite somebody' })
    await dialog.getByLabel('Role').selectOption('Support')
    await expect(dialog.getByText('Orders, their keys, refunds and replacements.')).toBeVisible()
    await takePicture(dialog, 'team-invite')
    await dialog.getByRole('button', { name: 'Create link' }).click()
    const made = page.getByRole('dialog', { name: 'Invitation created' })
    await expect(made.getByText(/shown only now/)).toBeVisible()
    const shown = await made.getByLabel('Invitation link', { exact: true }).inputValue()
    expect(shown).toMatch(new RegExp(`^${keydesk.url}/login#invitation=[\\w-]{43}$`))
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Keep it open' }).click()
    await made.getByRole('button', { name: 'I have copied it' }).click()
    await expect(rowOf(panel, 'Invitations', 'Anybody with the link').getByText('Open')).toBeVisible()
    return shown
  })

  const visitor = await openVisitor({ viewport: { width: 400, height: 800 } })
  await test.step('the member joins on a phone and works', async () => {
    await visitor.goto(link)
    await expect(visitor.getByRole('heading', { name: 'Join Keydesk' })).toBeVisible()
    await expect(visitor.getByText('You are invited as Support.')).toBeVisible()
    await expectNoAxeViolations(visitor)
    await takePicture(visitor, 'team-join', { height: 900 })
    await fillJoinForm(visitor, 'sue')
    await expectScreen(visitor, 'Products')
    expect(new URL(visitor.url()).hash).toBe('')
    await visitor.goto('/purchases/orders')
    await visitor.getByRole('link', { name: '#1' }).first().click()
    await expect(visitor.getByRole('dialog', { name: 'Order #1' })).toBeVisible()
    await visitor.keyboard.press('Escape')
  })

  await test.step('the link is over', async () => {
    const late = await openVisitor()
    await late.goto(link)
    await expect(late.getByText(/was used already/)).toBeVisible()
    await expectNoAxeViolations(late)
    await late.getByRole('link', { name: 'Go to the login' }).click()
    await expectLoginForm(late)
  })

  await test.step('another role, and the end', async () => {
    await page.reload()
    const sue = rowOf(panel, 'Members', 'sue@example.com')
    await expect(rowOf(panel, 'Invitations', 'Used by sue')).toBeVisible()
    const role = sue.getByLabel('Role of sue')
    await role.focus()
    await role.selectOption('Stock')
    await page.getByRole('button', { name: 'Make Stock' }).click()
    await expect(page.getByText('sue now has the role Stock')).toBeVisible()
    // The keyboard can go on.
    await expect(role).toBeFocused()
    await visitor.goto('/purchases/orders')
    await expect(visitor.getByText('You do not have access')).toBeVisible()
    await takePicture(panel, 'team', { height: 760 })

    const disable = sue.getByRole('button', { name: 'Disable sue' })
    await disable.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alertdialog', { name: 'Disable sue?' }).getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(disable).toBeFocused()
    await disable.click()
    await expect(page.getByText(/signed out at once on every device/)).toBeVisible()
    await page.getByRole('button', { name: 'Disable', exact: true }).click()
    await expect(sue.getByText('Disabled')).toBeVisible()
    await visitor.goto('/products')
    await expectLoginForm(visitor)
    await typeSignIn(visitor, { username: 'sue', password })
    await expect(visitor.getByText('Invalid credentials. Please try again.')).toBeVisible()
  })

  await test.step('the last owner stays one', async () => {
    const own = panel.getByLabel('Role of admin')
    await own.selectOption('Manager')
    await page.getByRole('button', { name: 'Make Manager' }).click()
    await expect(page.getByText('The last owner cannot be disabled or given another role')).toBeVisible()
    await expect(own).toHaveValue('owner')
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
  })
})

test('a member of whom two-factor sign-in is demanded sets it up before anything else', async ({ page, keydesk, openVisitor }) => {
  await signIn(page, keydesk)
  const { url } = (await keydesk.api('POST', '/admin/team/invitations', {
    ...{ role: 'marketing', email: 'mia@example.com', require_two_factor: true },
  })) as { url: string }
  const visitor = await openVisitor()
  await visitor.goto(url)
  await expect(visitor.getByLabel('Email')).toHaveValue('mia@example.com')
  await fillJoinForm(visitor, 'mia')
  const dialog = visitor.getByRole('dialog', { name: 'Two-factor sign-in' })
  await expect(dialog.getByLabel('Password')).toBeVisible()
  // Neither a reload nor another address leads past it.
  await visitor.goto('/coupons')
  await dialog.getByLabel('Password').fill(password)
  await expectNoAxeViolations(visitor)
  await visitor.keyboard.press('Enter')
  const secret = (await visitor.locator('code').innerText()).replaceAll(/\s/g, '')
  await visitor.getByRole('textbox', { name: 'Code' }).fill(TOTP.generate({ secret: new TOTP({ secret }).secret, timestamp: Date.now() }))
  await visitor.keyboard.press('Enter')
  await visitor.getByRole('button', { name: 'I have stored them' }).click()
  await expectScreen(visitor, 'Coupons')
  await openScreen(visitor, 'Discord')
  await expectScreen(visitor, 'Discord')
})

test('an API key is made in the browser, sells, is rotated, and is refused once it is revoked', async ({ page, keydesk }) => {
  await signIn(page, keydesk, '/coupons?panel=api-keys')
  const panel = page.getByRole('dialog', { name: 'Settings', exact: true })
  await panel.getByRole('button', { name: 'Create API key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create API key' })
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(dialog.getByText('Name is required')).toBeVisible()
  await page.keyboard.type('Website')
  await dialog.getByLabel(/^Users/).uncheck()
  await takePicture(dialog, 'api-key')
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  const made = page.getByRole('dialog', { name: 'API key created' })
  const key = await made.getByLabel('API key', { exact: true }).inputValue()
  await made.getByRole('button', { name: 'I have copied it' }).click()

  const sell = async (secret = key) =>
    (await fetch(`${keydesk.url}/store/products`, { headers: { authorization: `Bearer ${secret}` } })).status
  expect(await sell()).toBe(200)
  await page.reload()
  const row = rowOf(panel, 'API keys', 'Website')
  await expect(row).toContainText('Catalogue, Orders')
  await expect(row).toContainText(key.slice(0, 7))
  await expect(page.getByText(key)).toBeHidden()
  await row.getByRole('button', { name: 'Rotate' }).click()
  await page.getByRole('dialog', { name: 'Rotate Website?' }).getByLabel('The old key stops working').selectOption('At once')
  await page.getByRole('button', { name: 'Rotate', exact: true }).click()
  const rotated = page.getByRole('dialog', { name: 'API key rotated' })
  const newKey = await rotated.getByLabel('API key', { exact: true }).inputValue()
  await rotated.getByRole('button', { name: 'I have copied it' }).click()
  expect([await sell(), await sell(newKey)]).toEqual([401, 200])
  await row.getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText(/can no longer call the store API/)).toBeVisible()
  await page.getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(row.getByText('Revoked')).toBeVisible()
  expect(await sell(newKey)).toBe(401)
})

test('one of two devices ends the other', async ({ page, keydesk, openVisitor }) => {
  const other = await openVisitor()
  await signIn(other, keydesk)
  await signIn(page, keydesk)
  await openPanel(page, 'Sessions')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /Account menu/ })).toBeFocused()
  const panel = await openPanel(page, 'Sessions')
  const rows = panel.getByRole('table', { name: 'Sessions' }).getByRole('row')
  await expect(rows.filter({ hasText: 'This device' })).toHaveCount(1)
  await expect(rows.filter({ hasText: 'Chrome on Linux' }).filter({ hasNotText: 'This device' }).first()).toContainText('127.0.0.1')
  await takePicture(panel, 'sessions')
  await panel.getByRole('button', { name: 'End all others' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End all others' }).click()
  await expect(page.getByText(/sessions? ended/)).toBeVisible()
  await expect(rows).toHaveCount(2)
  await openScreen(other, 'Coupons')
  await expectLoginForm(other)
})

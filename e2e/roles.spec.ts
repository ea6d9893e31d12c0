import { expectNoAxeViolations, expectNoAxeViolationsNow } from './support/axe.ts'
import { chooseAccount, expectScreen, expectUsable, openScreen } from './support/screens.ts'
import { joinTeam, stockProduct } from './support/shop.ts'
import { expect, onOwnServer, signIn, typeSignIn } from './support/test.ts'

/** On a server of its own: other journeys count its people. */
const test = onOwnServer(async (keydesk) => {
  await stockProduct(keydesk, { name: 'Northlight', keys: 5, sold: 2 })
})
// The browser's own word on a call that a role may not make any more, and on one of somebody who was disabled.
test.use({ allowedErrors: [/status of (401|403)/] })

test('an owner views as support; support works without the rest; a role that changes shows at the next press', async ({
  page,
  keydesk,
  openVisitor,
}) => {
  await signIn(page, keydesk)
  await chooseAccount(page, 'View as…')
  await expect(page.getByRole('dialog', { name: 'View as a role' })).toBeVisible()
  await page.getByRole('button', { name: /^Support/ }).click()
  const bar = page.getByText('You are viewing as Support. Nothing can be changed.')
  await expect(bar).toBeVisible()
  // Support has no Dashboard: it begins where they would.
  await expectScreen(page, 'Products')
  await expectNoAxeViolations(page)
  await page.getByRole('link', { name: /Northlight/ }).click()
  await expectScreen(page, 'Product Details: Northlight')
  await expect(page.getByRole('table', { name: 'Variants' }).getByText('30 Days')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save Changes' })).toHaveCount(0)
  await expectNoAxeViolationsNow(page)
  await openScreen(page, 'Orders')
  await page.getByRole('link', { name: '#1' }).click()
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  await page.getByText('Whole order').click()
  await page.getByRole('button', { name: /^Refund \$/ }).click()
  await expect(page.getByText('You are viewing as Support: nothing can be changed.')).toBeVisible()
  // In this tab alone, and a reload does not end it.
  await page.reload()
  await expect(bar).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Stop viewing' }).click()
  await expect(bar).toBeHidden()
  await openScreen(page, 'Dashboard')
  await expectUsable(page, 'Dashboard')

  const password = 'journey-password-2'
  await joinTeam(keydesk, { username: 'sue', email: 'sue@example.com', role: 'support', password })
  const support = await openVisitor()
  await support.goto('/')
  await typeSignIn(support, { username: 'sue', password })
  await expectScreen(support, 'Products')
  await expect(support.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText(['Products', 'Orders'])
  await support.goto('/coupons')
  await expect(support.getByText('You do not have access')).toBeVisible()
  await openScreen(support, 'Orders')
  await support.getByRole('link', { name: '#1' }).click()
  await support.getByRole('button', { name: 'Reveal keys' }).click()
  await expect(support.getByText('NORTHLIGHT-0001')).toBeVisible()
  await support.keyboard.press('Escape')
  await expect(support.getByRole('button', { name: 'Export CSV' })).toHaveCount(0)

  await joinTeam(keydesk, { username: 'max', email: 'max@example.com', role: 'manager', password })
  const team = (await keydesk.api('GET', '/admin/team')) as { id: number; username: string }[]
  const max = `/admin/team/${team.find(({ username }) => username === 'max')!.id}`
  const manager = await openVisitor()
  await manager.goto('/')
  await typeSignIn(manager, { username: 'max', password })
  await expectUsable(manager, 'Dashboard')
  await keydesk.api('PUT', max, { role: 'stock' })
  await openScreen(manager, 'Coupons')
  await expect(manager.getByText('You do not have access')).toBeVisible()
  await expect(manager.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText(['Products'])
  await openScreen(manager, 'Products')
  await expectUsable(manager, 'Products')
  await keydesk.api('PUT', max, { disabled: true })
  await manager.getByRole('link', { name: /Northlight/ }).click()
  await expect(manager.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible()
})

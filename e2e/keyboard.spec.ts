import { expectVisibleFocus, moveTo } from './support/keyboard.ts'
import { expectScreen, expectUsable } from './support/screens.ts'
import { expect, test } from './support/test.ts'

test('by keyboard alone: sign in, rename a product, log out', async ({ page, keydesk }) => {
  test.setTimeout(240_000)
  await keydesk.api('POST', '/admin/products', { name: 'By mouse', description: 'A product' })
  const press = (key: string) => page.keyboard.press(key)

  await test.step('sign in', async () => {
    await page.goto('/login')
    await expect(page.getByLabel('Username or Email')).toBeFocused()
    await expectVisibleFocus(page)
    await page.keyboard.type(keydesk.admin.username)
    await moveTo(page, page.getByLabel('Password', { exact: true }), 'Tab')
    await page.keyboard.type(keydesk.admin.password)
    await moveTo(page, page.getByRole('button', { name: 'Login', exact: true }), 'Tab')
    await press('Enter')
    await expectUsable(page, 'Dashboard')
  })

  await test.step('open the product', async () => {
    await moveTo(page, page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Products' }), 'Shift+Tab')
    await press('Enter')
    await expectUsable(page, 'Products')
    await moveTo(page, page.getByRole('link', { name: /By mouse/ }), 'Tab')
    await press('Enter')
    await expectScreen(page, 'Product Details: By mouse')
  })

  await test.step('rename and save it', async () => {
    await moveTo(page, page.getByRole('region', { name: 'Basic Information' }).getByLabel('Name', { exact: true }), 'Tab')
    await press('Control+a')
    await page.keyboard.type('By keyboard')
    await moveTo(page, page.getByRole('button', { name: 'Save Changes' }).first(), 'Shift+Tab')
    await press('Enter')
    await expect(page.getByText('Product updated successfully').first()).toBeVisible()
    await expectScreen(page, 'Product Details: By keyboard')
    await expectVisibleFocus(page)
  })

  await test.step('log out by the account menu', async () => {
    const menu = page.getByRole('button', { name: /Account menu/ })
    await moveTo(page, menu, 'Shift+Tab')
    await press('Enter')
    await expect(page.getByRole('menuitem').first()).toBeFocused()
    await press('Escape')
    await expect(page.getByRole('menu')).toBeHidden()
    await expect(menu).toBeFocused()
    await press('Enter')
    await moveTo(page, page.getByRole('menuitem', { name: 'Log out', exact: true }), 'ArrowDown')
    await press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible()
    await expect(page.getByLabel('Username or Email')).toBeFocused()
    await expectVisibleFocus(page)
  })
})

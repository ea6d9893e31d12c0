import type { Locator, Page } from '@playwright/test'
import { expectScreen, expectUsable } from './support/screens.ts'
import { expect, test } from './support/test.ts'

/** What has the focus is in sight and marked: by an outline of its own or of the box around it, or by a ground that its neighbours do not have. */
async function expectVisibleFocus(page: Page): Promise<void> {
  const problem = () =>
    page.evaluate(() => {
      const focused = document.activeElement
      if (focused === null || focused === document.body) return 'nothing has the focus'
      const name = focused.outerHTML.slice(0, 150)
      const { left, top, right, bottom, width, height } = focused.getBoundingClientRect()
      const isInWindow = right > 0 && bottom > 0 && left < innerWidth && top < innerHeight && width > 1 && height > 1
      if (!isInWindow || !focused.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return `out of sight: ${name}`
      const isOutlined = (element: Element | null): boolean => {
        if (element === null || !element.matches(':focus-within')) return false
        const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element)
        if (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1 && !outlineColor.endsWith(', 0)')) return true
        return element.parentElement !== document.body && isOutlined(element.parentElement)
      }
      const ground = (element: Element) => getComputedStyle(element).backgroundColor
      const neighbours = [...(focused.parentElement?.children ?? [])].filter((each) => each !== focused && each.role === focused.role)
      const isTinted = focused.role === 'menuitem' && neighbours.every((each) => ground(each) !== ground(focused))
      return isOutlined(focused) || isTinted ? null : `not marked: ${name}`
    })
  await expect.poll(problem).toBeNull()
}

/** Presses a key until the target has the focus, and sees the focus at each stop. */
async function moveTo(page: Page, target: Locator, key: string): Promise<void> {
  await expect(target).toBeVisible()
  for (let stops = 0; stops < 60; stops += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
    await expectVisibleFocus(page)
  }
  throw new Error(`${String(target)} is not reached with ${key}`)
}

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

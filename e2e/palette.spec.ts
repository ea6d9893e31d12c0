import type { Page } from '@playwright/test'
import { expectNoAxeViolationsAtBothWidths } from './support/axe.ts'
import { expectScreen, expectUsable } from './support/screens.ts'
import { stockProduct } from './support/shop.ts'
import { expect, onOwnServer, signIn } from './support/test.ts'

/** Orders 1 and 2 are of ann, who used a coupon; order 3 is of bob. */
const test = onOwnServer(async (keydesk) => {
  const { variants } = await stockProduct(keydesk, { name: 'Northlight', keys: 5 })
  const coupon = { discount_type: 'percentage', discount_value: 10, expiration_date: '2090-01-01T00:00:00.000Z', applicable_to_all: true }
  await keydesk.api('POST', '/admin/coupons', { code: 'WINTER-10', max_usage: 0, max_usage_per_user: 0, ...coupon })
  for (const [customer_email, coupon_code] of [['ann@example.com', 'WINTER-10'], ['ann@example.com'], ['bob@example.com']]) {
    const cart = { customer_email, coupon_code, items: [{ variant_id: variants[0]!.id, quantity: 1 }] }
    const { id } = (await keydesk.store('POST', '/store/purchases', cart)) as { id: number }
    await keydesk.store('POST', `/store/purchases/${id}/complete`, {})
  }
})

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search everything' })
const field = (page: Page) => palette(page).getByRole('combobox')
/** What Enter opens. */
const active = (page: Page) => palette(page).getByRole('option', { selected: true })
const drawer = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

test.describe(() => {
  test('by keyboard alone: find an order, a key and a coupon, create one, go to Orders, open a row', async ({ page, keydesk }) => {
    const { keyboard } = page
    const press = (key: string) => keyboard.press(key)
    await signIn(page, keydesk)

    await test.step('the palette is loaded once the screen is idle; what is typed right after its key is in it, Enter too', async () => {
      await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => /assets\/palette-/.test(name)))
      // With the files that it shares with others.
      await page.waitForLoadState('networkidle')
      await press('Control+k')
      await keyboard.type('#1')
      await expect(field(page)).toHaveValue('#1')
      await expect(active(page)).toContainText('#1')
      await expect(active(page)).toContainText('ann@example.com')
      await press('Escape')
      await expect(palette(page)).toBeHidden()
      await press('Control+k')
      await keyboard.type('#1')
      await press('Enter')
      await expect(palette(page)).toBeHidden()
      await expect(drawer(page, 'Order #1')).toContainText('WINTER-10')
      await press('Escape')
      await expectUsable(page, 'Orders')
    })

    await test.step('a key shows its life', async () => {
      await press('Control+k')
      await keyboard.type('NORTHLIGHT-0003')
      await expect(active(page)).toContainText('sold, order #3')
      const life = palette(page).getByRole('list', { name: 'Key history' })
      await expect(life).toContainText('order #3')
      await expect(palette(page).getByRole('button', { name: 'Replace key' })).toBeVisible()
      await expect(page).not.toHaveURL(/NORTHLIGHT/)
      await expectNoAxeViolationsAtBothWidths(page)
      await press('Enter')
      await expect(drawer(page, 'Order #3')).toContainText('bob@example.com')
      await press('Escape')
      expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toMatch(/NORTHLIGHT-0003|ann@|bob@/)
    })

    await test.step('a coupon, by a word of its code', async () => {
      await press('Control+k')
      await keyboard.type('wint')
      await expect(active(page)).toContainText('WINTER-10')
      await press('Enter')
      await expectScreen(page, 'Coupons')
      await expect(page.getByRole('searchbox')).toHaveValue('WINTER-10')
      await expect(page.getByRole('row', { name: /WINTER-10/ })).toBeVisible()
    })

    await test.step('an action, found lately first', async () => {
      await press('Control+k')
      await keyboard.type('create coup')
      await expect(active(page)).toContainText('Create Coupon')
      await press('Enter')
      await expect(page.getByRole('dialog', { name: 'Create Coupon' }).getByLabel('Code')).toBeFocused()
      await press('Escape')
      await press('Control+k')
      await expect(active(page)).toContainText('Create Coupon')
      await expect(palette(page).getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveText([
        /Create Coupon/,
        /WINTER-10/,
        /#1/,
      ])
      await keyboard.type('zzz')
      await expect(palette(page).getByText('Nothing found for "zzz"').first()).toBeVisible()
      await press('Escape')
      await expect(palette(page)).toBeHidden()
    })

    await test.step('go to Orders, and along its rows', async () => {
      await press('g')
      await press('o')
      await expectUsable(page, 'Orders')
      await press('j')
      await expect(page.getByRole('link', { name: '#3', exact: true })).toBeFocused()
      await press('j')
      await press('j')
      await press('k')
      await expect(page.getByRole('link', { name: '#2', exact: true })).toBeFocused()
      // They rest while a drawer lies over the list. In a wide window it is beside the list.
      await page.setViewportSize({ width: 1_000, height: 720 })
      await press('Enter')
      await expect(drawer(page, 'Order #2')).toBeVisible()
      await keyboard.type('gc?')
      await expect(drawer(page, 'Order #2')).toBeVisible()
      await press('Escape')
      await expect(page.getByRole('link', { name: '#2', exact: true })).toBeFocused()
      await page.setViewportSize({ width: 1_280, height: 720 })
    })

    await test.step('while somebody types, a letter is a letter', async () => {
      await press('/')
      await keyboard.type('gc?j')
      await expect(page.getByRole('searchbox')).toHaveValue('gc?j')
      await press('Escape')
      await page.getByRole('searchbox').blur()
    })

    await test.step('the list of shortcuts, which turns them off', async () => {
      await press('?')
      const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
      await expect(shortcuts.getByRole('region', { name: 'Go to' })).toContainText('Coupons')
      await shortcuts.getByRole('switch', { name: /Keys without/ }).press(' ')
      await press('Escape')
      await press('g')
      await press('c')
      await press('?')
      await expect(shortcuts).toBeHidden()
      await expectScreen(page, 'Latest Orders')
    })
  })
})

test('on a phone, by the button', async ({ openVisitor, keydesk }) => {
  const page = await openVisitor({ viewport: { width: 400, height: 800 }, hasTouch: true, isMobile: true })
  await signIn(page, keydesk, '/products')
  await expectUsable(page, 'Products')
  await page.getByRole('button', { name: 'Search everything' }).tap()
  await expect(field(page)).toBeFocused()
  expect(await palette(page).boundingBox()).toMatchObject({ x: 0, y: 0, width: 400, height: 800 })
  await field(page).fill('bob@')
  const bob = palette(page)
    .getByRole('group', { name: 'Customers' })
    .getByRole('option', { name: /bob@example.com/ })
  await expect(bob).toBeVisible()
  await bob.tap()
  await expect(drawer(page, 'bob@example.com')).toContainText('$19.99')
  // The screen below it is still the same.
  await expect(page.locator('h1', { hasText: 'Products' })).toBeVisible()
  await expect(page).not.toHaveURL(/bob/)
})

test.describe(() => {
  // The browser's own word on a search without a network.
  test.use({ allowedErrors: [/ERR_INTERNET_DISCONNECTED/] })

  test('a search that fails says so and is tried again, and a newer search wins over an older', async ({ page, keydesk }) => {
    await signIn(page, keydesk)
    await page.route('**/admin/search', async (route) => {
      if ((route.request().postDataJSON() as { q: string }).q === 'north') return
      await route.fallback()
    })
    await page.getByRole('button', { name: 'Search everything' }).click()
    await field(page).fill('north')
    await expect(palette(page).getByText('Searching...').first()).toBeVisible()
    await field(page).fill('winter')
    await expect(active(page)).toContainText('WINTER-10')
    await page.unroute('**/admin/search')
    await page.context().setOffline(true)
    await field(page).fill('orders')
    await expect(palette(page).getByRole('alert')).toContainText('The search failed')
    await expect(palette(page).getByRole('alert')).toContainText('The server cannot be reached')
    // What needs no server is there all the same.
    await expect(active(page)).toContainText('Orders')
    await page.context().setOffline(false)
    await field(page).fill('northl')
    await palette(page)
      .getByRole('option', { name: /Northlight - 30 Days/ })
      .waitFor()
  })
})

test('an email opens its customer, and a note is kept with its author', async ({ page, keydesk }) => {
  await signIn(page, keydesk, '/purchases/orders')
  await page.getByRole('row', { name: /#2/ }).getByRole('link', { name: 'ann@example.com' }).click()
  const ann = drawer(page, 'ann@example.com')
  await expect(ann).toContainText('$37.98')
  await expect(ann).toContainText('WINTER-10')
  await expect(ann.getByRole('region', { name: 'Newest keys' }).getByRole('listitem')).toHaveText([/0002/, /0001/])
  await expect(page).toHaveURL(/customer=order-2/)
  await ann.getByRole('button', { name: 'Add note' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add note' })
  await dialog.getByRole('button', { name: 'Add note' }).click()
  await expect(dialog.getByText('Note is required')).toBeVisible()
  await dialog.getByLabel('Note').fill('Asked for an invoice')
  await dialog.getByRole('button', { name: 'Add note' }).click()
  const note = ann.getByRole('list', { name: 'Notes' }).getByRole('listitem')
  await expect(note).toContainText('Asked for an invoice')
  await expect(note).toContainText('admin')
  await ann.getByRole('region', { name: 'Orders' }).getByRole('link', { name: '#1' }).click()
  await expect(drawer(page, 'Order #1')).toBeVisible()
  await expect(ann).toBeHidden()
  await drawer(page, 'Order #1').getByRole('link', { name: 'ann@example.com' }).click()
  await expect(note).toContainText('Asked for an invoice')
  await note.getByRole('button', { name: 'Delete note' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(ann).toContainText('No notes yet')
  await page.goBack()
  await expect(drawer(page, 'Order #1')).toBeVisible()
})

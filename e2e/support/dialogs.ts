import { expect, type Page } from '@playwright/test'
import { pngFile } from './picture.ts'
import { chooseAccount, expectScreen, type Entry } from './screens.ts'
import type { Keydesk } from './server.ts'

/** Something that opens on a screen: a dialog, a drawer, a menu, or a part of the page that is not there at first. */
export interface Opening {
  readonly name: string
  readonly open: (page: Page, keydesk: Keydesk) => Promise<unknown>
  /** It is a part of the page, and does not float above it. */
  readonly isPart?: boolean
  /** The widths at which it exists; all without it. */
  readonly widths?: (width: number) => boolean
}

/** What opens on one address, in an order in which each is left by Esc. */
export interface Openings {
  readonly path: string
  readonly list: readonly Opening[]
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' }).first().click()
const floating = (page: Page) => page.locator('[role=dialog], [role=alertdialog]').last()
const pressThere = (page: Page, name: string | RegExp) => floating(page).getByRole('button', { name, exact: typeof name === 'string' }).click()
const openRow = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text }).getByRole('link').first().click()
const pressInRow = (page: Page, text: string, name: string) =>
  page.getByRole('row').filter({ hasText: text }).getByRole('button', { name, exact: true }).first().click()

/** One of the awkward keys, the first that is sold. */
const soldKey = 'AWKWARD0'.repeat(5)
const keyList = Array.from({ length: 30 }, (_, index) => `${'LONG-KEY-'.repeat(20)}${index}`).join('\n')

const products: Openings = {
  path: '/products',
  list: [
    {
      name: 'Filters and selection',
      isPart: true,
      open: async (page) => {
        await page.getByRole('combobox', { name: 'Category' }).selectOption('cheats')
        await page.getByRole('checkbox', { name: /^Select all/ }).check()
        await expect(page.getByRole('button', { name: /^Change \d+ products$/ })).toBeVisible()
      },
    },
    {
      name: 'Change products',
      open: async (page) => {
        await press(page, /^Change \d+ products$/)
        await pressThere(page, /more$/)
        await pressThere(page, 'Detected: pause and post')
      },
    },
    { name: 'Discard what you typed', open: (page) => page.keyboard.press('Escape') },
    {
      name: 'Add New Product',
      open: async (page) => {
        await pressThere(page, 'Discard')
        await press(page, 'Add New Product')
        await pressThere(page, 'Save Product')
        await expect(floating(page).getByRole('alert').first()).toBeVisible()
      },
    },
  ],
}

const productOf = (id: number): Openings => ({
  path: `/products/${id}`,
  list: [
    { name: 'Delete product', open: (page) => press(page, 'Delete Product') },
    { name: 'Delete variant', open: (page) => press(page, /^Delete variant/) },
    {
      name: 'Games',
      open: async (page) => {
        await page.getByRole('combobox', { name: 'Game' }).click()
        await expect(page.getByRole('option').first()).toBeVisible()
      },
    },
    {
      name: 'Link',
      open: async (page) => {
        const tools = page.getByRole('toolbar', { name: /full description/i })
        await expect(page.getByRole('textbox', { name: 'Full Description' })).toBeVisible()
        await tools.getByRole('button', { name: 'Link' }).click()
        await pressThere(page, 'Save Link')
      },
    },
    {
      name: 'Image',
      open: async (page) => {
        await page.getByRole('toolbar', { name: /full description/i }).getByRole('button', { name: 'Image' }).click()
        await pressThere(page, 'Add Image')
      },
    },
    {
      name: 'Delete image',
      open: async (page) => {
        await page.getByLabel('Image File').setInputFiles(pngFile('wide.png', [20, 20, 80]))
        await press(page, 'Upload Image')
        await press(page, 'Delete image 1')
      },
    },
    {
      name: 'Keys of a variant',
      isPart: true,
      open: async (page) => {
        await page.getByRole('region', { name: 'Variants', exact: true }).getByRole('button', { name: /^Unbreakable/ }).click()
        await page.getByRole('textbox', { name: 'Add keys' }).fill(`${keyList}\nBAD\u200b`)
      },
    },
    {
      name: 'Import keys',
      open: async (page) => {
        await press(page, 'Import keys')
        await floating(page)
          .getByLabel('Key file')
          .setInputFiles({
            name: `${'long-name-of-a-file-'.repeat(9)}.csv`,
            mimeType: 'text/csv',
            buffer: Buffer.from(`key;note\n${keyList.replaceAll('\n', ';a\n')};a\n${soldKey};sold\nBAD\u200b;x\n`),
          })
        await expect(floating(page).getByRole('button', { name: 'Import 30 keys' })).toBeEnabled()
      },
    },
    {
      name: 'Stock of a variant',
      isPart: true,
      open: async (page) => {
        await floating(page).getByRole('button', { name: 'Import 30 keys' }).click()
        await expect(page.getByRole('dialog')).toBeHidden()
        await page.getByRole('radio', { name: 'Stock' }).first().check({ force: true })
        await expect(page.getByRole('button', { name: /^Undo import/ }).first()).toBeVisible()
      },
    },
    { name: 'Undo import', open: (page) => press(page, /^Undo import/) },
    {
      name: 'Somebody else saved',
      open: async (page, { api }) => {
        await page.getByLabel('Short Description').fill('Mine')
        await api('PUT', `/admin/products/${id}`, { description: 'Theirs' })
        await press(page, 'Save Changes')
        await expect(page.getByRole('button', { name: 'Apply mine on top' })).toBeVisible()
      },
    },
    {
      name: 'Unsaved changes',
      isPart: true,
      open: (page) => expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeVisible(),
    },
    {
      name: 'Leave without saving',
      // On phones the link is in a drawer.
      widths: (width) => width >= 768,
      open: (page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Orders' }).click(),
    },
  ],
})

const orders: Openings = {
  path: '/purchases/orders',
  list: [
    {
      name: 'Pending order',
      open: async (page) => {
        await openRow(page, 'pending@example.com')
        await expect(page.getByRole('button', { name: 'Cancel order' })).toBeVisible()
      },
    },
    { name: 'Cancel order', open: (page) => pressThere(page, 'Cancel order') },
    {
      name: 'Completed order',
      open: async (page) => {
        await closeAll(page)
        await openRow(page, 'a.very.long.mailbox')
        await pressThere(page, 'Reveal keys')
        await expect(page.getByText(soldKey)).toBeVisible()
      },
    },
    { name: 'Refund order', open: (page) => pressThere(page, 'Refund') },
    {
      name: 'Replace key',
      open: async (page) => {
        await page.keyboard.press('Escape')
        await floating(page).getByRole('button', { name: 'Replace', exact: true }).first().click()
        await expect(page.getByLabel('Reason')).toBeVisible()
      },
    },
    {
      name: 'Key replaced',
      open: async (page) => {
        await floating(page).getByLabel('Note').fill('Unbreakable'.repeat(15))
        await pressThere(page, 'Replace key')
        await expect(page.getByRole('dialog', { name: 'Key replaced' })).toBeVisible()
      },
    },
    {
      name: 'Life of a key',
      isPart: true,
      open: async (page) => {
        await pressThere(page, 'Done')
        await closeAll(page)
        await page.getByRole('searchbox', { name: 'Search orders' }).fill(soldKey)
        await expect(page.getByRole('list', { name: 'Life of the key' })).toBeVisible()
      },
    },
    {
      name: 'Orders filtered',
      isPart: true,
      open: async (page) => {
        await page.getByRole('searchbox', { name: 'Search orders' }).fill('')
        await page.getByRole('combobox', { name: 'Status' }).selectOption('pending')
        await page.getByLabel('From').fill('2020-01-01')
        await expect(page.getByRole('button', { name: 'Clear filters' })).toBeVisible()
      },
    },
  ],
}

const coupons: Openings = {
  path: '/coupons',
  list: [
    {
      name: 'Create coupon',
      open: async (page) => {
        await press(page, 'Create Coupon')
        await floating(page).getByRole('switch', { name: 'Applicable to All Products' }).click()
        await floating(page).getByRole('button', { name: /^(Create|Save)/ }).click()
        await expect(floating(page).getByRole('alert').first()).toBeVisible()
      },
    },
    { name: 'Edit coupon', open: async (page) => (await discard(page), pressInRow(page, 'WIDE-CODE', 'Edit')) },
    { name: 'Deactivate coupon', open: async (page) => (await closeAll(page), pressInRow(page, 'WIDE-CODE', 'Deactivate')) },
    { name: 'Delete coupon', open: async (page) => (await closeAll(page), pressInRow(page, 'WIDE-CODE', 'Delete')) },
  ],
}

const referrals: Openings = {
  path: '/referrals',
  list: [
    { name: 'Referral settings', open: (page) => pressInRow(page, 'a.very.long.mailbox', 'Settings') },
    { name: 'Referral code', open: async (page) => (await closeAll(page), pressInRow(page, 'a.very.long.mailbox', 'Code')) },
    {
      name: 'Complete payout',
      open: async (page) => {
        await closeAll(page)
        await page.getByRole('tab', { name: 'Pending Payouts' }).click()
        await pressInRow(page, '4AdUndXHHZ6', 'Complete')
      },
    },
    { name: 'Reject payout', open: async (page) => (await closeAll(page), pressInRow(page, '4AdUndXHHZ6', 'Reject')) },
  ],
}

const notifications: Openings = {
  path: '/notifications',
  list: [
    {
      name: 'Add notification',
      open: async (page) => {
        await press(page, 'Add Notification')
        await page.keyboard.press('Enter')
        await expect(floating(page).getByRole('alert').first()).toBeVisible()
      },
    },
    { name: 'Edit notification', open: async (page) => (await closeAll(page), pressInRow(page, 'Unbreakable', 'Edit')) },
    { name: 'Delete notification', open: async (page) => (await closeAll(page), pressInRow(page, 'Unbreakable', 'Delete')) },
    {
      name: 'Whole text of a notification',
      isPart: true,
      open: async (page) => {
        await closeAll(page)
        for (const more of await page.getByRole('row').getByRole('button', { name: /^Show (more|all)/i }).all()) await more.click()
      },
    },
  ],
}

const frame: Openings = {
  path: '/discord',
  list: [
    { name: 'Account menu', widths: (width) => width >= 768, open: (page) => press(page, /Account menu/) },
    {
      name: 'Two-factor sign-in',
      open: async (page, { admin }) => {
        await page.keyboard.press('Escape')
        await chooseAccount(page, 'Two-factor sign-in')
        await floating(page).getByLabel('Password').fill(admin.password)
        await page.keyboard.press('Enter')
        await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
      },
    },
    { name: 'Change password', open: async (page) => (await closeAll(page), chooseAccount(page, 'Change password')) },
    {
      name: 'Sidebar on a phone',
      widths: (width) => width < 768,
      open: async (page) => {
        await closeAll(page)
        await press(page, /sidebar/i)
        await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
      },
    },
  ],
}

const dashboard: Openings = {
  path: '/?from=2026-01-01&to=2026-06-30',
  list: [{ name: 'Range of days', isPart: true, open: (page) => expect(page.getByLabel('From')).toBeVisible() }],
}

/** Everything that opens, by the screen that it opens on. */
export const allOpenings = (product: number): ReadonlyMap<Entry | 'Product' | 'Frame', Openings> =>
  new Map([
    ['Dashboard', dashboard],
    ['Products', products],
    ['Product', productOf(product)],
    ['Orders', orders],
    ['Coupons', coupons],
    ['Referrals', referrals],
    ['Notifications', notifications],
    ['Frame', frame],
  ] as const)

/** Leaves whatever is open by Esc. */
export async function closeAll(page: Page): Promise<void> {
  const open = page.locator('[role=dialog], [role=alertdialog]')
  for (let left = await open.count(); left > 0; left -= 1) {
    await page.keyboard.press('Escape')
    await expect(open).toHaveCount(left - 1)
  }
}

async function discard(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** The screen of an opening is there, with its data. */
export async function openScreenOf(page: Page, { path }: Openings): Promise<void> {
  await page.goto(path)
  await expectScreen(page, /./)
  await expect(page.getByText('Loading...').filter({ visible: true })).toHaveCount(0)
}

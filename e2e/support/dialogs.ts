import { expect } from '@playwright/test'
import { chooseOption, floating, openRow, press, pressInRow, pressThere, showDays, soldKey, type Openings } from './opening.ts'
import { productOf, products } from './product-dialogs.ts'
import { dashboard } from './dashboard-dialogs.ts'
import { account, frame } from './frame-dialogs.ts'
import type { Entry } from './screens.ts'

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
    { name: 'Cancel order', isOnTop: true, open: (page) => pressThere(page, 'Cancel order') },
    {
      name: 'Complete by hand',
      open: async (page) => {
        await openRow(page, 'pending@example.com')
        await pressThere(page, 'Complete by hand')
        await pressThere(page, 'Complete order')
        await expect(floating(page).getByText('Reason is required')).toBeVisible()
      },
    },
    {
      name: 'Completed order',
      open: async (page) => {
        await openRow(page, 'a.very.long.mailbox')
        await pressThere(page, 'Reveal keys')
        await expect(page.getByText(soldKey)).toBeVisible()
      },
    },
    {
      name: 'Refund order',
      isOnTop: true,
      open: async (page) => {
        await pressThere(page, 'Refund')
        await chooseOption(page, 'Whole order')
        await expect(page.getByText('To be refunded:')).toBeVisible()
      },
    },
    {
      name: 'Refund items',
      isOnTop: true,
      open: async (page) => {
        await chooseOption(page, 'Some items')
        await pressThere(page, /^More: /)
        await floating(page).getByLabel('Reason').fill('Unbreakable'.repeat(46))
        await pressThere(page, /^Refund \$/)
        await expect(floating(page).getByText('Reason must be at most 500 characters')).toBeVisible()
      },
    },
    {
      name: 'Customer',
      prepare: async ({ api }) => {
        const listed = (await api('GET', '/admin/purchases/orders')) as { customer_email: string }[]
        const email = listed.find(({ customer_email }) => customer_email.includes('a.very.long.mailbox'))!.customer_email
        for (const text of ['Unbreakable'.repeat(20), 'مفتاح (Pro) 2026!']) await api('POST', '/admin/customers/notes', { email, text })
      },
      open: async (page) => {
        await page
          .getByRole('link', { name: /a\.very\.long\.mailbox/ })
          .first()
          .click()
        await expect(floating(page).getByRole('list', { name: 'Notes' })).toBeVisible()
      },
    },
    { name: 'Add note', isOnTop: true, open: (page) => pressThere(page, 'Add note') },
    {
      name: 'Replace key',
      open: async (page) => {
        await openRow(page, 'a.very.long.mailbox')
        await floating(page).getByRole('button', { name: 'Replace', exact: true }).first().click()
        await expect(page.getByLabel('Reason')).toBeVisible()
      },
    },
    {
      name: 'Key replaced',
      isOnTop: true,
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
        await page.getByRole('searchbox', { name: 'Search orders' }).fill(soldKey)
        await expect(page.getByRole('list', { name: 'Key history' })).toBeVisible()
      },
    },
    {
      name: 'Orders filtered',
      isPart: true,
      open: async (page) => {
        await page.getByRole('searchbox', { name: 'Search orders' }).fill('')
        await showDays(page)
        await page.getByLabel('From', { exact: true }).fill('2020-01-01')
        await page.getByRole('combobox', { name: 'Status' }).selectOption('pending')
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
        await floating(page)
          .getByRole('button', { name: /^(Create|Save)/ })
          .click()
        await expect(floating(page).getByRole('alert').first()).toBeVisible()
      },
    },
    {
      name: 'Usage of a coupon',
      open: async (page) => {
        await page.getByRole('link', { name: /^Usage of WIDE-CODE/ }).click()
        await expect(page.getByText('No completed order used it in these 30 days.')).toBeVisible()
      },
    },
    {
      name: 'Edit coupon',
      open: async (page) => {
        await pressInRow(page, 'WIDE-CODE', 'Edit')
        await floating(page).getByRole('button', { name: 'Try on the last 30 days' }).click()
        await expect(floating(page).getByText(/^Would have applied to 1 of 1 order/)).toBeVisible()
      },
    },
    { name: 'Deactivate coupon', open: (page) => pressInRow(page, 'WIDE-CODE', 'Deactivate') },
    { name: 'Delete coupon', open: (page) => pressInRow(page, 'WIDE-CODE', 'Delete') },
    {
      name: 'History of a coupon',
      open: async (page) => {
        await pressInRow(page, 'WIDE-CODE', 'History')
        await floating(page)
          .getByRole('button', { name: /^Details: / })
          .last()
          .click()
      },
    },
  ],
}

const referrals: Openings = {
  path: '/referrals',
  list: [
    { name: 'Referral settings', open: (page) => pressInRow(page, 'a.very.long.mailbox', 'Settings') },
    { name: 'Referral code', open: (page) => pressInRow(page, 'a.very.long.mailbox', 'Code') },
    {
      name: 'Complete payout',
      open: async (page) => {
        await page.getByRole('tab', { name: 'Pending Payouts' }).click()
        await pressInRow(page, '4AdUndXHHZ6', 'Complete')
        await expect(floating(page).getByText(/^Send \$/)).toBeVisible()
      },
    },
    {
      name: 'Reject payout',
      open: async (page) => {
        await page.getByRole('tab', { name: 'Pending Payouts' }).click()
        await pressInRow(page, '4AdUndXHHZ6', 'Reject')
      },
    },
    {
      name: 'Payouts selected',
      isPart: true,
      open: async (page) => {
        await page.getByRole('tab', { name: 'Pending Payouts' }).click()
        await page.getByRole('checkbox', { name: 'Select all 1' }).check()
        await expect(page.getByRole('region', { name: 'Selected payouts' })).toBeVisible()
      },
    },
    {
      name: 'Complete payouts',
      needs: 'Payouts selected',
      isLate: true,
      open: async (page) => {
        await press(page, 'Complete…')
        await floating(page).getByLabel('Transaction IDs').fill('Unbreakable'.repeat(15))
        await expect(floating(page).getByText('1 of 1 payout with a transaction ID')).toBeVisible()
      },
    },
  ],
}

const announcements: Openings = {
  path: '/notifications',
  list: [
    {
      name: 'Add announcement',
      open: async (page) => {
        await press(page, 'Add Notification')
        await expect(floating(page).getByLabel('Title')).toBeFocused()
        await page.keyboard.press('Enter')
        await expect(floating(page).getByRole('alert').first()).toBeVisible()
      },
    },
    {
      name: 'Announcement for later',
      open: async (page) => {
        await press(page, 'Add Notification')
        await floating(page).getByLabel('Title').fill('مفتاح (Pro) 2026!')
        await floating(page)
          .getByLabel('Content')
          .fill(`# Big\n> ${'Unbreakable'.repeat(12)}\n\`\`\`${'code'.repeat(40)}\`\`\``)
        await floating(page).getByText('Later', { exact: true }).click()
        await floating(page).getByLabel('Role to Notify').fill('4'.repeat(20))
        await expect(floating(page).getByRole('figure')).toContainText('@role')
      },
    },
    { name: 'Edit announcement', open: (page) => pressInRow(page, 'Unbreakable', 'Edit') },
    { name: 'Delete announcement', open: (page) => pressInRow(page, 'Unbreakable', 'Delete') },
    {
      name: 'Whole text of an announcement',
      isPart: true,
      open: async (page) => {
        const more = page.getByRole('row').getByRole('button', { name: /^Show (more|all)/i })
        // Each button changes its name once it is pressed.
        while ((await more.count()) > 0) await more.first().click()
      },
    },
  ],
}

/** Everything that opens, by its screen. */
export const allOpenings = (product: number): ReadonlyMap<Entry | 'Product' | 'Frame' | 'Account', Openings> =>
  new Map([
    ['Dashboard', dashboard],
    ['Products', products],
    ['Product', productOf(product)],
    ['Orders', orders],
    ['Coupons', coupons],
    ['Referrals', referrals],
    ['Notifications', announcements],
    ['Frame', frame],
    ['Account', account],
  ] as const)

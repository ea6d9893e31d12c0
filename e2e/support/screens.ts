import { expect, type Locator, type Page } from '@playwright/test'

export type Entry = 'Dashboard' | 'Products' | 'Orders' | 'Notifications' | 'Coupons' | 'Referrals' | 'Discord'

interface Screen {
  readonly path: string
  /** The name in the sidebar. */
  readonly entry: Entry
  readonly heading: string
  /** What a person uses there, whatever data the shop has. */
  readonly control: (page: Page) => Locator
}

/** Every screen of the sidebar, in order. */
export const screens: readonly Screen[] = [
  { path: '/', entry: 'Dashboard', heading: 'Dashboard', control: (page) => page.getByRole('button', { name: 'Total Revenue' }) },
  { path: '/products', entry: 'Products', heading: 'Products', control: (page) => page.getByRole('button', { name: 'Add New Product' }) },
  {
    path: '/purchases/orders',
    entry: 'Orders',
    heading: 'Latest Orders',
    control: (page) => page.getByRole('button', { name: 'Export CSV' }),
  },
  {
    path: '/notifications',
    entry: 'Notifications',
    heading: 'Notifications Management',
    control: (page) => page.getByRole('button', { name: 'Add Notification' }).first(),
  },
  {
    path: '/coupons',
    entry: 'Coupons',
    heading: 'Coupons',
    control: (page) => page.getByRole('button', { name: 'Create Coupon' }).first(),
  },
  { path: '/referrals', entry: 'Referrals', heading: 'Referrals', control: (page) => page.getByRole('tab', { name: 'Pending Payouts' }) },
  { path: '/discord', entry: 'Discord', heading: 'Discord', control: (page) => page.getByRole('button', { name: 'Save Settings' }) },
]

/** The screen with this heading is in sight. */
export const expectScreen = (page: Page, heading: string | RegExp) =>
  expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()

/** The screen is in sight and usable: its content takes a click. */
export async function expectUsable(page: Page, entry: Entry): Promise<void> {
  const { heading, control } = screens.find((screen) => screen.entry === entry)!
  await expectScreen(page, heading)
  await control(page).click({ trial: true })
}

/** Follows an entry of the sidebar. */
export const openScreen = (page: Page, entry: Entry) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: entry, exact: true }).click()

/** The login form is in sight and takes text. */
export async function expectLoginForm(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible()
  const name = page.getByLabel('Username or Email')
  await name.click()
  await page.keyboard.type('somebody')
  await expect(name).toHaveValue('somebody')
  await name.fill('')
}

const settings = ['Team', 'API keys', 'Webhooks', 'Mails', 'Shop']

/** Chooses an entry of the account menu, or a section of its settings. */
export async function chooseAccount(page: Page, entry: string): Promise<void> {
  if (settings.includes(entry)) {
    await chooseAccount(page, 'Settings')
    return page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: entry, exact: true }).click()
  }
  await page.getByRole('button', { name: /Account menu/ }).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

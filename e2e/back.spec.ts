import type { Locator, Page } from '@playwright/test'
import { addProduct, sell } from './support/keys.ts'
import { chooseAccount, expectScreen, expectUsable, openScreen } from './support/screens.ts'
import { expect, signIn, test } from './support/test.ts'

const question = (page: Page) => page.getByRole('alertdialog', { name: /^Delete / })

test('Back takes the question about a product with it, so that nothing is deleted from another screen', async ({ page, keydesk }) => {
  const { id } = await addProduct(keydesk, 'Goldcrest', [])
  await signIn(page, keydesk)
  await openScreen(page, 'Products')
  await page.getByRole('link', { name: /Goldcrest/ }).click()
  await page.getByRole('button', { name: 'Delete Product' }).click()
  await expect(question(page)).toBeVisible()
  await page.goBack()
  await expectUsable(page, 'Products')
  await expect(question(page)).toBeHidden()
  await page.goForward()
  await expectScreen(page, 'Product Details: Goldcrest')
  await page.getByRole('button', { name: 'Delete Product' }).click({ trial: true })
  await expect(question(page)).toBeHidden()
  expect(await keydesk.api('GET', `/products/id/${id}`)).toMatchObject({ name: 'Goldcrest' })
})

test('a step that changes only what is open over the screen closes the palette, too', async ({ page, keydesk }) => {
  await signIn(page, keydesk, '/products')
  await expectUsable(page, 'Products')
  await chooseAccount(page, 'Sessions')
  await expect(page.getByRole('dialog', { name: 'Sessions' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(palette(page)).toBeVisible()
  await page.goBack()
  await expectUsable(page, 'Products')
  await expect(palette(page)).toBeHidden()
})

test('a step from an order to its list and back closes the open filters: a box at its button, on a phone a sheet', async ({
  page,
  keydesk,
}) => {
  const { variantId } = await addProduct(keydesk, 'Firecrest', ['FIRECREST-1'])
  const { id } = await sell(keydesk, variantId)
  await page.setViewportSize({ width: 1_600, height: 800 })
  await signIn(page, keydesk, '/purchases/orders')
  const order = page.getByRole('dialog', { name: `Order #${id}`, exact: true })
  const day = page.getByLabel('From', { exact: true })
  await page.getByRole('link', { name: `#${id}`, exact: true }).click()
  await expect(order).toBeVisible()
  await page.getByRole('button', { name: 'Any date' }).click()
  await expect(day).toBeVisible()
  await page.goBack()
  await expect(order).toBeHidden()
  await expect(day).toBeHidden()

  await page.setViewportSize({ width: 400, height: 800 })
  await page.getByRole('button', { name: 'Filters' }).click()
  await expect(day).toBeVisible()
  await page.goForward()
  await expect(order).toBeVisible()
  await expect(day).toBeHidden()
})

test.describe('what is looked at and closed is no step of Back', () => {
  const closings: readonly ((page: Page, drawer: Locator) => Promise<void>)[] = [
    (page) => page.keyboard.press('Escape'),
    (_, drawer) => drawer.getByRole('button', { name: 'Close', exact: true }).click(),
    // A key that repeats is one close.
    async (page) => {
      await page.evaluate(() => {
        for (const _ of [1, 2, 3]) document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
      })
    },
  ]

  test('orders and customers, beside the list and above it', async ({ page, keydesk }) => {
    const { variantId } = await addProduct(keydesk, 'Wren', ['WREN'])
    const { id } = await sell(keydesk, variantId)
    await signIn(page, keydesk)
    const links = [page.getByRole('link', { name: `#${id}`, exact: true }), page.getByRole('link', { name: 'ann@example.com' }).first()]
    const drawer = page.getByRole('dialog')
    for (const width of [1_600, 1_000])
      await test.step(`${width} px wide`, async () => {
        await page.setViewportSize({ width, height: 800 })
        await openScreen(page, 'Orders')
        await expectUsable(page, 'Orders')
        for (const link of links)
          for (const close of closings) {
            await link.click()
            await expect(drawer.getByRole('heading', { level: 3 }).first()).toBeVisible()
            await close(page, drawer)
            await expect(drawer).toBeHidden()
          }
        await expectUsable(page, 'Orders')
        await page.goForward()
        await expect(drawer).toBeVisible()
        await page.goBack()
        await expect(drawer).toBeHidden()
        await page.goBack()
        await expectUsable(page, 'Dashboard')
      })
  })

  test('a section of the settings, which asks about what is typed before it closes', async ({ page, keydesk }) => {
    await signIn(page, keydesk)
    await openScreen(page, 'Coupons')
    await expectUsable(page, 'Coupons')
    await chooseAccount(page, 'Shop')
    const panel = page.getByRole('dialog', { name: 'Settings', exact: true })
    const name = panel.getByLabel('Shop name')
    await name.fill('Wren')
    const unsaved = page.getByRole('alertdialog')
    for (const answer of ['Stay', 'Leave']) {
      await panel.getByRole('button', { name: 'Close', exact: true }).click()
      await expect(unsaved).toContainText('Leave without saving?')
      await unsaved.getByRole('button', { name: answer }).click()
      await expect(unsaved).toBeHidden()
      if (answer === 'Stay') await expect(name).toHaveValue('Wren')
    }
    await expect(panel).toBeHidden()
    await expectUsable(page, 'Coupons')
    await page.goBack()
    await expectUsable(page, 'Dashboard')
  })

  test('the books, which Back closes, too', async ({ page, keydesk }) => {
    await signIn(page, keydesk, '/products')
    await expectUsable(page, 'Products')
    await openScreen(page, 'Dashboard')
    await expectUsable(page, 'Dashboard')
    const drawer = page.getByRole('dialog', { name: 'Books', exact: true })
    for (const close of [() => page.goBack(), () => page.keyboard.press('Escape')]) {
      await page.getByRole('button', { name: 'Books' }).click()
      await expect(drawer).toBeVisible()
      await close()
      await expect(drawer).toBeHidden()
      await expectUsable(page, 'Dashboard')
    }
    await page.goBack()
    await expectUsable(page, 'Products')
  })
})

interface Over {
  readonly name: string
  readonly width: number
  readonly open: (page: Page) => Promise<void>
  readonly shown: (page: Page) => Locator
}

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search everything' })
const openMenu = (page: Page) => page.getByRole('button', { name: 'Toggle sidebar' }).click()

const overScreens: readonly Over[] = [
  { name: 'the palette', width: 1_280, open: (page) => page.keyboard.press('Control+k'), shown: palette },
  {
    name: 'a dialog of the account',
    width: 1_280,
    open: (page) => chooseAccount(page, 'Change password'),
    shown: (page) => page.getByRole('dialog', { name: 'Change password' }),
  },
  {
    name: 'an open menu',
    width: 1_280,
    open: (page) => page.getByRole('button', { name: /Account menu/ }).click(),
    shown: (page) => page.getByRole('menu'),
  },
  { name: 'the menu of a phone', width: 400, open: openMenu, shown: (page) => page.getByRole('dialog', { name: 'Menu' }) },
]

test('Back and Forward close what is open over every screen, and show the screen below', async ({ page, keydesk }) => {
  await signIn(page, keydesk, '/products')
  await expectUsable(page, 'Products')
  await openScreen(page, 'Coupons')
  await expectUsable(page, 'Coupons')
  for (const { name, width, open, shown } of overScreens)
    await test.step(name, async () => {
      await page.setViewportSize({ width, height: 800 })
      await open(page)
      await expect(shown(page)).toBeVisible()
      await page.goBack()
      await expectUsable(page, 'Products')
      await expect(shown(page)).toBeHidden()
      await open(page)
      await expect(shown(page)).toBeVisible()
      await page.goForward()
      await expectUsable(page, 'Coupons')
      await expect(shown(page)).toBeHidden()
    })
})

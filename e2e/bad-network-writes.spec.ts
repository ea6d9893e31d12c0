import type { Locator, Page } from '@playwright/test'
import { withDiscord } from './support/discord.ts'
import { sell } from './support/keys.ts'
import { chooseFaults } from './support/network.ts'
import { expectScreen, openScreen } from './support/screens.ts'
import type { Keydesk } from './support/server.ts'
import { stockProduct, type Product } from './support/shop.ts'
import { expect, startSession } from './support/test.ts'

/** An evening with a bad network: what is saved fails, is pressed again, and is answered late or when the screen was left. */

const token = 'the-token-of-a-journey'
const test = withDiscord({ token, channels: [] })
// The browser's own word on a call that fails.
test.use({ allowedErrors: [/status of 503|ERR_CONNECTION_RESET/], viewport: { width: 1_366, height: 768 }, actionTimeout: 60_000 })

/** One change that a person makes. */
interface Write {
  readonly name: string
  /** Opens the screen, types, and says what is pressed and how to see what was typed, and what is stored in the end. */
  readonly start: (page: Page, keydesk: Keydesk) => Promise<Started>
  readonly call: RegExp
  readonly button: string | RegExp
  /** What the button says while the answer is awaited. */
  readonly busy: string
  readonly failure: string
  readonly success: string | RegExp
  /** It is said beside the button, and by no toast. */
  readonly isSaidInPlace?: boolean
}

interface Started {
  readonly within: Page | Locator
  readonly typed: () => Promise<unknown>
  readonly stored: () => Promise<unknown>
  /** What `stored` answers once the change is made. */
  readonly changed: unknown
}

let count = 0
/** A product of its own for each, with keys of which one is sold. */
async function stock(keydesk: Keydesk): Promise<Product> {
  count += 1
  return stockProduct(keydesk, { name: `Sanderling ${count}`, keys: 3, sold: 1 })
}
const findProduct = (keydesk: Keydesk, id: number) =>
  keydesk.api('GET', `/products/id/${id}`) as Promise<{ name: string; description: string; variants: { id: number; price: number }[] }>
const findOrder = (keydesk: Keydesk, id: number) =>
  keydesk.api('GET', `/admin/purchases/orders/${id}`) as Promise<{ status: string; total: number; refunded_total?: number }>

const writes: readonly Write[] = [
  {
    name: 'Save Changes of a product',
    call: /^PUT \/admin\/products\/\d+$/,
    button: 'Save Changes',
    busy: 'Saving...',
    failure: 'Failed to update product',
    success: 'Product updated successfully',
    start: async (page, keydesk) => {
      const { id } = await stock(keydesk)
      await page.goto(`/products/${id}`)
      const box = page.getByLabel('Short Description')
      await box.fill('Mine')
      return {
        within: page.getByRole('region', { name: 'Unsaved changes', exact: true }),
        typed: () => expect(box).toHaveValue('Mine'),
        stored: async () => (await findProduct(keydesk, id)).description,
        changed: 'Mine',
      }
    },
  },
  {
    name: 'Save Variant',
    call: /^PUT \/admin\/variants\/\d+$/,
    button: 'Save Variant',
    busy: 'Saving...',
    failure: 'Failed to update variant',
    success: /^Variant updated successfully/,
    start: async (page, keydesk) => {
      const { id, variants } = await stock(keydesk)
      await page.goto(`/products/${id}?variant=${variants[0]!.id}`)
      const box = page.getByLabel('Variant Price')
      await box.fill('21.5')
      return {
        within: page.getByRole('region', { name: 'Variants', exact: true }),
        typed: () => expect(box).toHaveValue('21.5'),
        stored: async () => (await findProduct(keydesk, id)).variants[0]!.price,
        changed: 21.5,
      }
    },
  },
  {
    name: 'Add keys',
    call: /^POST \/admin\/variants\/\d+\/key-imports$/,
    button: 'Add 2 keys',
    busy: 'Adding...',
    failure: 'Failed to add keys',
    success: '2 keys added',
    isSaidInPlace: true,
    start: async (page, keydesk) => {
      const { id, variants } = await stock(keydesk)
      await page.goto(`/products/${id}?variant=${variants[0]!.id}`)
      const box = page.getByRole('textbox', { name: 'Add keys' })
      await box.fill(`BAD-${id}-1\nBAD-${id}-2`)
      return {
        within: page.getByRole('region', { name: 'Variants', exact: true }),
        typed: () => expect(box).toHaveValue(`BAD-${id}-1\nBAD-${id}-2`),
        stored: async () => ((await keydesk.api('GET', `/admin/variants/${variants[0]!.id}/key-imports`)) as unknown[]).length,
        changed: 1,
      }
    },
  },
  {
    name: 'Create a coupon',
    call: /^POST \/admin\/coupons$/,
    button: 'Create',
    busy: 'Creating...',
    failure: 'Failed to create coupon',
    success: 'Coupon created successfully',
    start: async (page, keydesk) => {
      count += 1
      const code = `BAD-NIGHT-${count}`
      await page.goto('/coupons')
      await page.getByRole('button', { name: 'Create Coupon' }).first().click()
      const dialog = page.getByRole('dialog', { name: 'Create Coupon' })
      await dialog.getByLabel('Code').fill(code)
      await dialog.getByLabel('Discount Value').fill('15')
      await dialog.getByRole('switch', { name: 'Applicable to All Products' }).click()
      return {
        within: dialog,
        typed: async () => {
          await expect(dialog.getByLabel('Code')).toHaveValue(code)
          await expect(dialog.getByLabel('Discount Value')).toHaveValue('15')
        },
        stored: async () => {
          const coupons = (await keydesk.api('GET', '/admin/coupons?include_expired=true')) as { code: string }[]
          return coupons.filter((coupon) => coupon.code === code).length
        },
        changed: 1,
      }
    },
  },
  {
    name: 'Refund some items',
    call: /^POST \/admin\/purchases\/orders\/\d+\/refund$/,
    button: /^Refund \$/,
    busy: 'Refunding...',
    failure: 'Failed to refund order',
    success: 'Items refunded successfully',
    start: async (page, keydesk) => {
      const { variants } = await stock(keydesk)
      const { id } = await sell(keydesk, variants[0]!.id, 2)
      await page.goto(`/purchases/orders?order=${id}`)
      await page
        .getByRole('dialog', { name: `Order #${id}` })
        .getByRole('button', { name: 'Refund', exact: true })
        .click()
      const dialog = page.getByRole('dialog', { name: `Refund order #${id}?` })
      await dialog.getByText('Some items', { exact: true }).click()
      await dialog.getByRole('button', { name: /^More: / }).click()
      await dialog.getByLabel('Reason').fill('Bought twice')
      return {
        within: dialog,
        typed: async () => {
          await expect(dialog.getByLabel('Reason')).toHaveValue('Bought twice')
          await expect(dialog.getByRole('spinbutton')).toHaveValue('1')
          await expect(dialog.getByRole('button', { name: 'Refund $19.99' })).toBeEnabled()
        },
        stored: async () => (await findOrder(keydesk, id)).refunded_total ?? 0,
        changed: 19.99,
      }
    },
  },
  {
    name: 'Complete by hand',
    call: /^POST \/admin\/purchases\/orders\/\d+\/complete$/,
    button: 'Complete order',
    busy: 'Completing...',
    failure: 'Failed to complete order',
    success: 'Order completed successfully',
    start: async (page, keydesk) => {
      const { variants } = await stock(keydesk)
      const cart = { customer_email: 'ann@example.com', items: [{ variant_id: variants[0]!.id, quantity: 1 }] }
      const { id } = (await keydesk.store('POST', '/store/purchases', cart)) as { id: number }
      await page.goto(`/purchases/orders?order=${id}`)
      await page
        .getByRole('dialog', { name: `Order #${id}` })
        .getByRole('button', { name: 'Complete by hand' })
        .click()
      const dialog = page.getByRole('dialog', { name: `Complete order #${id} by hand?` })
      await dialog.getByLabel('Reason').fill('Paid by bank')
      return {
        within: dialog,
        typed: () => expect(dialog.getByLabel('Reason')).toHaveValue('Paid by bank'),
        stored: async () => (await findOrder(keydesk, id)).status,
        changed: 'completed',
      }
    },
  },
  {
    name: 'Restore from the history',
    call: /^POST \/admin\/activity\/\d+\/restore$/,
    button: 'Restore',
    busy: 'Restoring...',
    failure: 'It could not be restored',
    success: 'Name restored',
    start: async (page, keydesk) => {
      const { id, name } = await stock(keydesk)
      await keydesk.api('PUT', `/admin/products/${id}`, { name: 'Godwit' })
      await page.goto(`/products/${id}#history`)
      const history = page.getByRole('region', { name: 'History' }).getByRole('list', { name: 'History' })
      await history
        .getByRole('button', { name: /^Details: .*name/ })
        .first()
        .click()
      await history.getByRole('button', { name: 'Restore this value: Name before' }).click()
      const dialog = page.getByRole('alertdialog', { name: 'Restore the name of Godwit?' })
      return {
        within: dialog,
        typed: () => expect(dialog).toContainText(name),
        stored: async () => (await findProduct(keydesk, id)).name,
        changed: name,
      }
    },
  },
  {
    name: 'Start the bot',
    call: /^POST \/admin\/discord\/bot\/start$/,
    button: 'Start',
    busy: 'Starting...',
    failure: 'Failed to start bot',
    success: 'Bot started successfully',
    start: async (page, keydesk) => {
      await keydesk.api('POST', '/admin/discord/bot/stop')
      await keydesk.api('PUT', '/admin/discord/settings', { bot_token: token, notifications_enabled: false })
      await page.goto('/discord')
      const within = page.getByRole('region', { name: 'Bot Management' })
      return {
        within,
        typed: () => expect(within.getByText('Stopped', { exact: true })).toBeVisible(),
        stored: async () => {
          const answer = await fetch(`${keydesk.url}/admin/discord/bot/status`, { headers: { authorization: await tokenOf(page) } })
          return ((await answer.json()) as { status: { is_running: boolean } }).status.is_running
        },
        changed: true,
      }
    },
  },
]

const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('token')!)

for (const { name, call, button, busy, failure, success, isSaidInPlace = false, start } of writes)
  test(`${name}: what fails says so and is pressed again, what comes late is sent once, and what was left changes nothing else`, async ({
    page,
    keydesk,
  }) => {
    await startSession(page, keydesk)
    const network = await chooseFaults(page)
    const { within, typed, stored, changed } = await start(page, keydesk)
    const before = await stored()
    const press = within.getByRole('button', { name: button, exact: true })
    let sent = 0
    page.on('request', (request) => {
      if (call.test(`${request.method()} ${new URL(request.url()).pathname}`)) sent += 1
    })

    for (const fault of ['refused', 'cut'] as const)
      await test.step(fault, async () => {
        network.fail(call, 1, fault)
        await press.click()
        await expect(page.getByText(failure).first()).toBeVisible()
        await typed()
        await expect(press).toBeEnabled()
        expect(await stored()).toEqual(before)
      })

    await test.step('late', async () => {
      const release = network.hold(call)
      sent = 0
      await press.click()
      const waiting = within.getByRole('button', { name: busy })
      await expect(waiting).toBeDisabled()
      await waiting.click({ force: true })
      await page.keyboard.press('Enter')
      await expect.poll(() => sent).toBe(1)
      await expect(page.getByText(success)).toHaveCount(0)
      release()
      await expect(page.getByText(success).first()).toBeVisible()
      await expect(waiting).toHaveCount(0)
      expect(await stored()).toEqual(changed)
      expect(sent).toBe(1)
    })

    await test.step('left', async () => {
      const again = await start(page, keydesk)
      const release = network.hold(call)
      await again.within.getByRole('button', { name: button, exact: true }).click()
      await expect(again.within.getByRole('button', { name: busy })).toBeVisible()
      await leave(page)
      const { pathname, search } = new URL(page.url())
      const dialogs = await page.getByRole('dialog').or(page.getByRole('alertdialog')).count()
      release()
      await expect.poll(again.stored).toEqual(again.changed)
      if (!isSaidInPlace) await expect(page.getByText(success).first()).toBeVisible()
      if (dialogs > 0) await expect(again.within as Locator).toBeHidden()
      else {
        expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(pathname + search)
        await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toHaveCount(0)
      }
      await expect(page.getByRole('alert')).toHaveCount(0)
    })
  })

/** To another screen. A dialog that waits for its answer stays. */
async function leave(page: Page): Promise<void> {
  if ((await page.getByRole('dialog').or(page.getByRole('alertdialog')).count()) > 0) {
    await page.keyboard.press('Escape')
    return
  }
  await openScreen(page, 'Notifications')
  const yes = page.getByRole('alertdialog').getByRole('button', { name: 'Leave', exact: true })
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications Management' }).or(yes)).toBeVisible()
  if (await yes.isVisible()) await yes.click()
  await expectScreen(page, 'Notifications Management')
}

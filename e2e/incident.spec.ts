import type { Page } from '@playwright/test'
import { withDiscord } from './support/discord.ts'
import { takePicture } from './support/guide.ts'
import { Presses } from './support/presses.ts'
import { openScreen } from './support/screens.ts'
import { stockProduct, type Product } from './support/shop.ts'
import { expect, signIn } from './support/test.ts'

const updates = '530000000000000001'
const token = 'the-token-of-an-incident'
const apex = ['Kestrel', 'Merlin', 'Hobby', 'Harrier', 'Goshawk']

/** A shop whose bot runs, with five products of one game and two of another. */
const test = withDiscord({
  token,
  channels: [{ id: updates, name: 'updates' }],
  fill: async (keydesk) => {
    await keydesk.api('PUT', '/admin/discord/settings', { updates_channel_id: updates, notifications_enabled: true, bot_token: token })
    await keydesk.api('POST', '/admin/discord/bot/start')
    for (const name of ['Nightlight', 'Lantern']) await stockProduct(keydesk, { name, keys: 20 }, { game_name: 'Rust' })
    for (const name of apex) await stockProduct(keydesk, { name, keys: 20 }, { game_name: 'Apex Legends' })
  },
})

const cards = (page: Page) => page.getByRole('list', { name: 'Products' })
const card = (page: Page, name: string) => cards(page).getByRole('link', { name: new RegExp(name) })
const dialogOf = (page: Page) => page.getByRole('dialog', { name: /^Edit \d+ products?$/ })

test('mark five products Detected, pause their sales and post once, from the Dashboard in at most 9 presses, then undo', async ({
  page,
  keydesk,
  discord,
}) => {
  await signIn(page, keydesk)
  const presses = new Presses()
  presses.count += 1
  await openScreen(page, 'Products')
  await expect(cards(page)).toBeVisible()
  for (const name of apex) await presses.click(page.getByRole('checkbox', { name: `Select ${name}` }))
  await takePicture(page, 'select-products')
  await presses.click(page.getByRole('button', { name: 'Edit 5 products' }))
  const dialog = dialogOf(page)
  await presses.click(dialog.getByRole('button', { name: 'Detected: pause and post' }))
  await expect(dialog.getByRole('figure')).toContainText('News of 5 products')
  await expect(dialog.getByText('5 products become Detected.')).toBeVisible()
  await takePicture(dialog, 'change-products', { height: 1200 })
  await presses.click(dialog.getByRole('button', { name: 'Edit 5 products' }))
  await expect(page.getByText('Edited 5 products')).toBeVisible()
  expect(presses.count).toBeLessThanOrEqual(9)

  for (const name of apex) await expect(card(page, name)).toContainText(/Detected.*Sales paused/)
  await expect(card(page, 'Lantern')).toContainText('Undetected')
  await expect(card(page, 'Lantern')).not.toContainText('Sales paused')
  const [kestrel] = ((await keydesk.api('GET', '/admin/products')) as Product[]).filter(({ name }) => name === 'Kestrel')
  const cart = { customer_email: 'ann@example.com', items: [{ variant_id: kestrel!.variants[0]!.id, quantity: 1 }] }
  await expect(keydesk.store('POST', '/store/purchases', cart)).rejects.toThrow(/409.*sales_paused/)
  await expect.poll(() => discord.messages.length).toBe(1)
  const [embed] = discord.messages[0]!.embeds
  expect(embed!.title).toBe('News of 5 products')
  for (const name of apex) expect(embed!.description).toContain(name)

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone: 5 products as before. A message that is posted already stays.')).toBeVisible()
  for (const name of apex) await expect(card(page, name)).toContainText('Undetected')
  await expect(cards(page).getByText('Sales paused')).toHaveCount(0)
  expect(discord.messages).toHaveLength(1)
})

test('the products of one game are found and selected by keyboard alone; what somebody changes before the undo stays', async ({
  page,
  keydesk,
}) => {
  await signIn(page, keydesk, '/products')
  await expect(cards(page)).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('rust')
  const all = page.getByRole('checkbox', { name: 'Select all 2' })
  await expect(all).toBeVisible()
  await tabTo(page, 'Select all 2')
  await page.keyboard.press('Space')
  await tabTo(page, 'Edit 2 products')
  await page.keyboard.press('Enter')
  const dialog = dialogOf(page)
  await expect(dialog.getByText('Choose what to change. What you keep stays as it is.')).toBeVisible()
  // The focus is on the update status; the detection status comes next.
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByText('2 products become Detected.')).toBeVisible()
  await expect(dialog.getByText(/^2 products cannot be bought until sales are resumed/)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Edited 2 products')).toBeVisible()
  await expect(cards(page).getByText('Sales paused')).toHaveCount(2)

  const [lantern] = ((await keydesk.api('GET', '/admin/products')) as { id: number; name: string }[]).filter(
    ({ name }) => name === 'Lantern',
  )
  await keydesk.api('PUT', `/admin/products/${lantern!.id}`, { detection_status: 'Unknown' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone: 2 products as before. Changed since, and left unchanged: Lantern (Detection Status).')).toBeVisible()
  await expect(card(page, 'Lantern')).toContainText('Unknown')
  await expect(cards(page).getByText('Sales paused')).toHaveCount(0)
})

/** Presses Tab until what has this name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const target = page.getByRole('button', { name, exact: true }).or(page.getByRole('checkbox', { name, exact: true }))
  for (let stops = 0; stops < 60; stops += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${name} is not reached with Tab`)
}

test('a message that is blank or too long is refused at its field; Esc asks before choices are lost', async ({ page, keydesk }) => {
  await signIn(page, keydesk, '/products')
  await page.getByRole('checkbox', { name: 'Select Lantern' }).check()
  await page.getByRole('button', { name: 'Edit 1 product' }).click()
  const dialog = dialogOf(page)
  const submit = dialog.getByRole('button', { name: 'Edit 1 product' })
  await expect(submit).toBeDisabled()
  await dialog.getByRole('button', { name: 'Detected: pause and post' }).click()
  const message = dialog.getByRole('textbox', { name: 'Message' })
  for (const [text, problem] of [
    ['  ', 'Message is required'],
    ['x'.repeat(1501), 'Message must be at most 1500 characters'],
  ] as const) {
    await message.fill(text)
    await submit.click()
    await expect(dialog.getByText(problem)).toBeVisible()
    await expect(message).toBeFocused()
  }
  await message.fill('<b>Bold</b> & @everyone')
  await expect(dialog.getByRole('figure')).toContainText('<b>Bold</b> & @everyone')
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(message).toHaveValue('<b>Bold</b> & @everyone')

  await test.step('after a reload the choices are offered again', async () => {
    // The draft is kept when typing rests.
    await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage).includes('@everyone'))).toBe(true)
    await page.reload()
    await page.getByRole('checkbox', { name: 'Select Lantern' }).check()
    await page.getByRole('button', { name: 'Edit 1 product' }).click()
    await dialog.getByRole('button', { name: 'Restore' }).click()
    await expect(message).toHaveValue('<b>Bold</b> & @everyone')
  })
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toBeHidden()
})

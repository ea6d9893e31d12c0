import type { Page } from '@playwright/test'
import { hostileTexts, keyTexts, plant } from './hostile/plant.ts'
import { expectHarmlessPage, expectShown, watch } from './hostile/watch.ts'
import { openScreen } from './support/screens.ts'
import { expect, signIn, onOwnServer } from './support/test.ts'

/** On a server of its own: what is planted here would be in the way of every other journey. */
const test = onOwnServer()
test.use({
  viewport: { width: 1440, height: 2_000 },
  // The browser's own word on images whose addresses are hostile too; what may not happen at all is an incident.
  allowedErrors: [/./],
})

test(`${hostileTexts.length} texts that try to run a script, in every field that a screen shows: none runs, anywhere`, async ({
  page,
  context,
  keydesk,
}) => {
  test.setTimeout(300_000)
  const { incidents } = await watch(context, keydesk.url)
  page.setDefaultTimeout(15_000)
  const planted = await plant(keydesk)
  await signIn(page, keydesk)
  const expectHarmless = async (texts: readonly string[] = []) => {
    await expectShown(page, texts)
    await expectHarmlessPage(page)
    expect(incidents).toEqual([])
  }

  await test.step('the dashboard', async () => {
    await expect(page.getByRole('table', { name: 'Sales by product' })).toBeVisible()
    await expectHarmless(planted.names.slice(0, 1))
  })
  await test.step('products, found by a hostile search', async () => {
    await openScreen(page, 'Products')
    const [wanted = ''] = planted.names.slice(3)
    await page
      .getByRole('searchbox')
      .or(page.getByPlaceholder(/search/i))
      .first()
      .fill(wanted)
    await expectHarmless([wanted])
  })
  await test.step('a product in all its panels, with its variants and their keys', async () => {
    for (const id of [planted.first.id, ...planted.rich]) {
      await page.goto(`/products/${id}`)
      await expect(page.getByRole('textbox', { name: 'Full Description' })).toBeVisible()
      await expectHarmless()
    }
    await page.goto(`/products/${planted.first.id}`)
    await page.getByRole('region', { name: 'Variants' }).getByRole('button').first().click()
    await expectHarmless()
  })
  await test.step('orders, and one in its drawer with its keys', async () => {
    await openScreen(page, 'Orders')
    await page
      .getByRole('row', { name: new RegExp(`#${planted.order}\\b`) })
      .getByRole('link')
      .first()
      .click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('button', { name: /Reveal/ }).click()
    await expectHarmless(keyTexts.slice(0, 3))
  })
  await test.step('coupons and announcements, and each in its dialog', async () => {
    for (const [entry, button, texts] of [
      ['Coupons', /^Edit/, planted.codes],
      ['Notifications', /^Edit/, planted.names],
    ] as const) {
      await openScreen(page, entry)
      await expectHarmless(texts.slice(0, 1))
      await page.getByRole('button', { name: button }).first().click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectHarmless()
      await page.keyboard.press('Escape')
      await page
        .getByRole('button', { name: /^Delete/ })
        .first()
        .click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
      await expectHarmless()
      await page.keyboard.press('Escape')
    }
  })
  await test.step('referrals in all their lists', async () => {
    await openScreen(page, 'Referrals')
    await expect(page.getByRole('row', { name: /own\(/ }).first()).toBeVisible()
    await expectHarmless()
    for (const tab of [/Pending Referrals/, /Completed Referrals/, /Pending Payouts/]) {
      await page.getByRole('tab', { name: tab }).click()
      await expectHarmless()
    }
  })
  await test.step('Discord, whose log says what the service said', async () => {
    await answerRaw(page)
    await page.goto('/discord')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectHarmless()
  })
})

test('a host that cleans nothing cannot run a script either: what the server would have cleaned is cleaned where it is shown', async ({
  page,
  context,
  keydesk,
}) => {
  const { incidents } = await watch(context, keydesk.url)
  const { id } = (await keydesk.api('POST', '/admin/products', { name: 'Raw', description: '' })) as { id: number }
  const raw = hostileTexts.join(' ')
  await context.route(`**/products/id/${id}`, async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: object }
    const updates = hostileTexts.slice(0, 60).map((description) => ({ title: description, date: '2030-01-01', description }))
    Object.assign(body.data, { full_description: raw, requirements: raw, instructions: raw, description: raw, updates })
    await route.fulfill({ response: answer, json: body })
  })
  await signIn(page, keydesk, `/products/${id}`)
  await expect(page.getByRole('textbox', { name: 'Full Description' })).toBeVisible()
  await expectHarmlessPage(page)
  // The policy's reports are of a parser that reads the text apart from the page, and runs nothing.
  expect(incidents.filter((incident) => !/^(policy|console):/.test(incident))).toEqual([])
})

/** The texts in the place of what the bot and the chat service would say. */
async function answerRaw(page: Page): Promise<void> {
  await page.route('**/admin/discord/bot/status', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { status: object }
    const log = hostileTexts.map((message, index) => ({ id: index + 1, at: '2030-01-01T00:00:00.000Z', message, is_error: false }))
    Object.assign(body.status, { log, error: hostileTexts[0] })
    await route.fulfill({ response: answer, json: body })
  })
}

import type { Locator, Page } from '@playwright/test'
import { expectNoAxeViolations } from './support/axe.ts'
import { expectUsable, openScreen } from './support/screens.ts'
import type { Keydesk } from './support/server.ts'
import { makeProduct, type Product } from './support/shop.ts'
import { expect, signIn, test } from './support/test.ts'

let made = 0

async function makeStocked(keydesk: Keydesk, name: string, testId: string): Promise<Product> {
  const keys = Array.from({ length: 5 }, () => `${name}-${testId}-${(made += 1)}`)
  const product = await makeProduct(keydesk, name, { variants: [{ name: 'Month', price: 20, keys }] })
  await keydesk.api('PUT', `/admin/products/${product.id}`, { full_description: '<p>Quiet at night</p>' })
  return product
}

const buy = async ({ store }: Keydesk, { variants }: Product): Promise<number> => {
  const items = [{ variant_id: variants[0]!.id, quantity: 1 }]
  return ((await store('POST', '/store/purchases', { customer_email: `buyer${(made += 1)}@example.com`, items })) as { id: number }).id
}

/** Where dialogs open, what opens them, and the button that sends them. */
const dialogs = [
  { path: '/coupons', open: 'Create Coupon', send: 'Create', error: 'Code is required' },
  { path: '/products', open: 'Add New Product', send: 'Save Product', error: 'Name is required' },
  { path: '/notifications', open: 'Add Notification', send: 'Add Notification', error: 'Title is required' },
] as const

const wholly = (locator: Locator) => expect(locator).toBeInViewport({ ratio: 1 })

for (const { path, open, send, error } of dialogs) {
  test(`the buttons of ${open} stay in sight on a small screen, and Enter shows what is wrong at its field`, async ({ page, keydesk }) => {
    await makeStocked(keydesk, 'Dunlin', path)
    await signIn(page, keydesk, path)
    for (const [width, height] of [
      [1366, 768],
      [400, 700],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.getByRole('button', { name: open }).first().click()
      const dialog = page.getByRole('dialog', { name: open })
      const buttons = [dialog.getByRole('button', { name: send, exact: true }), dialog.getByRole('button', { name: 'Cancel' })]
      for (const button of buttons) await wholly(button)

      await dialog.getByRole('textbox').first().press('Enter')
      const problem = dialog.getByText(error, { exact: true })
      await wholly(problem)
      await expect(dialog.getByRole('textbox').first()).toBeFocused()

      // The last field, too, comes to stand above the buttons.
      const last = dialog.locator('input, textarea, [role=switch]').last()
      await last.focus()
      await wholly(last)
      expect((await last.boundingBox())!.y).toBeLessThan((await buttons[0]!.boundingBox())!.y)
      for (const button of buttons) await wholly(button)

      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
    }
  })
}

test('the wheel over a focused number scrolls the page, and changes no price', async ({ page, keydesk }, { testId }) => {
  const { id, variants } = await makeStocked(keydesk, 'Avocet', testId)
  await signIn(page, keydesk, `/products/${id}?variant=${variants[0]!.id}#variants`)
  const turnOver = async (field: Locator) => {
    await field.click()
    await page.mouse.wheel(0, 60)
    await page.mouse.wheel(0, 60)
  }
  for (const [name, value] of [
    ['Variant Price', '20.00'],
    ['Max per order', '100'],
  ] as const) {
    const field = page.getByRole('spinbutton', { name, exact: true })
    await expect(field).toHaveValue(value)
    await field.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    const before = await page.evaluate(() => scrollY)
    await turnOver(field)
    await expect.poll(() => page.evaluate(() => scrollY)).not.toBe(before)
    await expect(field).toHaveValue(value)
  }
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeHidden()
  for (const [path, open, name, value] of [
    ['/products', 'Add New Product', 'Variant Price', '12.5'],
    ['/coupons', 'Create Coupon', 'Discount Value', '7'],
  ] as const) {
    await page.goto(path)
    await page.getByRole('button', { name: open }).first().click()
    const field = page.getByRole('dialog', { name: open }).getByRole('spinbutton', { name, exact: true })
    await field.fill(value)
    await turnOver(field)
    await expect(field).not.toBeFocused()
    await expect(field).toHaveValue(value)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(field).toBeHidden()
  }
})

test('what is pressed before the editor has loaded happens as soon as it is there; fingers reach every tool', async ({
  page,
  keydesk,
  openVisitor,
}, { testId }) => {
  const product = await makeStocked(keydesk, 'Turnstone', testId)
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/text-editor-*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  await signIn(page, keydesk, `/products/${product.id}`)
  const early = page.getByRole('region', { name: 'Full Description' })
  const bold = page.getByRole('toolbar', { name: 'Full Description formatting' }).getByRole('button', { name: 'Bold' })
  await expect(early).toContainText('Quiet at night')
  await early.click()
  await bold.click()
  await expect(bold).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('Loading the editor...').first()).toBeVisible()
  await expectNoAxeViolations(page)
  held.resolve()
  const editor = page.getByRole('textbox', { name: 'Full Description' })
  await expect(editor).toBeFocused()
  await expect(bold).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.type('Loud ')
  await expect(editor.locator('strong')).toHaveText('Loud ')

  await test.step('the arrow keys move through the tools, of which Tab stops at one', async () => {
    await page.keyboard.press('Shift+Tab')
    await expect(bold).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect(editor).toBeFocused()
    await page.keyboard.type('and slanted')
    await expect(editor.locator('em')).toHaveText('and slanted')
  })

  await test.step('on a phone, a finger formats what is selected and what is typed next, and links it', async () => {
    const phone = await openVisitor({ viewport: { width: 400, height: 800 }, hasTouch: true, isMobile: true })
    await signIn(phone, keydesk, `/products/${product.id}`)
    const text = phone.getByRole('textbox', { name: 'Full Description' })
    const tool = (name: string) => phone.getByRole('toolbar', { name: 'Full Description formatting' }).getByRole('button', { name })
    await text.tap()
    await phone.keyboard.press('ControlOrMeta+A')
    await tool('Italic').tap()
    await expect(text.locator('em')).toHaveText('Quiet at night')
    await phone.keyboard.press('End')
    await tool('Italic').tap()
    await tool('Bold').tap()
    await phone.keyboard.type(' always')
    await expect(text.locator('strong')).toHaveText(' always')
    await phone.keyboard.press('ControlOrMeta+A')
    await tool('Link').tap()
    const dialog = phone.getByRole('dialog', { name: 'Add Link' })
    await dialog.getByLabel('Address').fill('example.com')
    // The tooltip of what was pressed last does not lie over the dialog.
    await expect(phone.getByRole('tooltip')).toBeHidden()
    await dialog.getByRole('button', { name: 'Save Link' }).tap()
    await expect(text.getByRole('link')).toHaveText('Quiet at night always')
    await expect(text).toBeFocused()
  })
})

test('Link is off while a picture is selected in the text editor', async ({ page, keydesk }, { testId }) => {
  const product = await makeStocked(keydesk, 'Dunlin', testId)
  const full_description = '<p>Small wader</p><img src="/favicon.svg" alt="Dunlin">'
  await keydesk.api('PUT', `/admin/products/${product.id}`, { full_description })
  await signIn(page, keydesk, `/products/${product.id}`)
  const editor = page.getByRole('textbox', { name: 'Full Description' })
  await page.mouse.move(200, 200)
  await editor.getByRole('img', { name: 'Dunlin' }).click()
  const link = page.getByRole('toolbar', { name: 'Full Description formatting' }).getByRole('button', { name: 'Link' })
  await expect(link).toBeDisabled()
  // A scroll hides the tooltip, and the page may scroll while it loads.
  await expect(async () => {
    await page.mouse.move(0, 0)
    await link.hover({ force: true })
    await expect(page.getByRole('tooltip')).toHaveText('A picture cannot be a link', { timeout: 1_000 })
  }).toPass()
  await link.click({ force: true })
  await expect(page.getByRole('dialog')).toBeHidden()
  await editor.getByText('Small wader').dblclick()
  await link.click()
  const dialog = page.getByRole('dialog', { name: 'Add Link' })
  await dialog.getByLabel('Address').fill('example.com')
  await dialog.getByRole('button', { name: 'Save Link' }).click()
  await expect(editor.getByRole('link')).toBeVisible()
})

test('Tab leaves a list in the text editor as it is, and the brackets nest its items', async ({ page, keydesk }, { testId }) => {
  const product = await makeStocked(keydesk, 'Sandpiper', testId)
  await keydesk.api('PUT', `/admin/products/${product.id}`, { full_description: '<ul><li><p>one</p></li><li><p>two</p></li></ul>' })
  await signIn(page, keydesk, `/products/${product.id}`)
  const editor = page.getByRole('textbox', { name: 'Full Description' })
  const unsaved = page.getByRole('region', { name: 'Unsaved changes' })
  const nested = editor.locator('li li')
  await page.getByRole('region', { name: 'Full Description' }).or(editor).getByText('two').click()
  await expect(editor).toBeFocused()
  for (const key of ['Tab', 'Shift+Tab']) {
    await page.keyboard.press(key)
    await expect(editor).not.toBeFocused()
    await expect(editor.locator('li')).toHaveText(['one', 'two'])
    await expect(unsaved).toBeHidden()
    await editor.getByText('two').click()
  }
  await page.keyboard.press('ControlOrMeta+]')
  await expect(nested).toHaveText('two')
  await page.keyboard.press('ControlOrMeta+[')
  await expect(nested).toBeHidden()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('three')
  await expect(editor.locator('li')).toHaveText(['one', 'two', 'three'])
})

test("the browser's Back asks before what was typed into a dialog is lost, and goes back once it may", async ({ page, keydesk }) => {
  await signIn(page, keydesk, '/notifications')
  await openScreen(page, 'Coupons')
  await page.getByRole('button', { name: 'Create Coupon' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Create Coupon' })
  const code = dialog.getByLabel('Code', { exact: true })
  await code.fill('HALF')
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  for (const [answer, comesBack] of [
    ['Keep editing', false],
    ['Keep editing', true],
    ['Keep editing', true],
    ['Discard', false],
  ] as const) {
    await expect(code).toHaveValue('HALF')
    await page.evaluate(() => history.back())
    await expect(question).toBeVisible()
    // The browser's own button is still there while the question is open.
    if (comesBack) await page.evaluate(() => history.forward())
    await question.getByRole('button', { name: answer }).click()
    if (answer === 'Keep editing') await expect(page).toHaveURL(/coupons/)
  }
  await expect(dialog).toBeHidden()
  await expectUsable(page, 'Notifications')
})

test('new orders announce themselves, and the list moves only when it is asked to', async ({ page, keydesk }, { testId }) => {
  const product = await makeStocked(keydesk, 'Sanderling', testId)
  const first = await buy(keydesk, product)
  await page.clock.install()
  await signIn(page, keydesk, '/purchases/orders')
  await expectUsable(page, 'Orders')
  const rowOf = (id: number) => page.getByRole('row', { name: new RegExp(`#${id}\\b`) })
  const before = await rowOf(first).boundingBox()
  const second = await buy(keydesk, product)
  const bar = page.getByRole('button', { name: /new orders?$/ })
  await expect(async () => {
    await page.clock.runFor(31_000)
    await expect(bar).toBeVisible({ timeout: 2_000 })
  }).toPass()
  expect(await rowOf(first).boundingBox()).toEqual(before)
  await expect(page).toHaveTitle(/^\(\d+\) Orders · /)
  await expect(rowOf(second)).toHaveCount(0)
  await expectNoAxeViolations(page)
  await bar.click()
  await expect(rowOf(second)).toBeVisible()
  await expect(bar).toBeHidden()
  await expect(page).toHaveTitle(/^Orders · /)

  await test.step('a date tells its moment to the pointer, until Esc, and a press on it opens the order', async () => {
    const date = rowOf(second).locator('time')
    const tooltip = page.getByRole('tooltip')
    await date.hover()
    await page.clock.runFor(1_000)
    await expect(tooltip).toHaveText(/:\d\d [AP]M \(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\)/)
    await expect(tooltip).toBeInViewport({ ratio: 1 })
    // The pointer may go over to it.
    await tooltip.hover()
    await page.clock.runFor(1_000)
    await expect(tooltip).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(tooltip).toBeHidden()
    await date.click()
    await expect(page.getByRole('dialog', { name: `Order #${second}` })).toContainText(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/)
    await expect(tooltip).toBeHidden()
    await page.keyboard.press('Escape')
  })

  await test.step('the keyboard gets the tooltip of a button, and Esc hides it', async () => {
    const toggle = page.getByRole('button', { name: /sidebar/i }).first()
    await toggle.focus()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    await expect(toggle).toBeFocused()
    await expect(page.getByRole('tooltip')).toHaveText(/sidebar/i)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('tooltip')).toBeHidden()
    await expect(toggle).toBeFocused()
  })
})

test('the section list marks one section, and no offer of a draft covers it', async ({ page, keydesk }, { testId }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const product = await makeStocked(keydesk, 'Whimbrel', testId)
  await signIn(page, keydesk, `/products/${product.id}`)
  const sections = page.getByRole('navigation', { name: 'Sections' })
  const marked = sections.locator('[aria-current=location]')
  await expect(marked).toHaveText('Basic Information')
  for (const name of ['FAQ', 'Updates', 'Instructions']) {
    await sections.getByRole('link', { name }).click()
    await expect(marked).toHaveText(name)
    await expect(page.getByRole('region', { name, exact: true })).toBeInViewport()
  }
  await page.getByLabel('Short Description').fill('Half done')
  await expectDraft(page)
  page.once('dialog', (question) => void question.accept())
  await page.reload()
  await expect(page.getByRole('region', { name: 'Unsaved changes of an earlier visit' })).toBeVisible()
  await sections.getByRole('link', { name: 'Updates' }).click()
  await sections.getByRole('link', { name: 'Basic Information' }).click({ trial: true })
})

test('the history of a product has its skeleton before it is near, and until its rows are there', async ({ page, keydesk }, { testId }) => {
  const product = await makeStocked(keydesk, 'Godwit', testId)
  const answer = Promise.withResolvers<void>()
  await page.route(/\/admin\/activity\?/, async (route) => {
    await answer.promise
    await route.continue()
  })
  await signIn(page, keydesk, `/products/${product.id}`)
  const history = page.getByRole('region', { name: 'History', exact: true })
  const skeleton = history.locator('.animate-pulse')
  await expect(skeleton).toHaveCount(4)
  await page.getByRole('textbox', { name: 'New Update Description' }).waitFor()
  await history.scrollIntoViewIfNeeded()
  await expect(history.getByRole('status')).toHaveCSS('animation-delay', '0s')
  await expect(skeleton.last()).toBeInViewport()
  answer.resolve()
  await expect(history.getByRole('list', { name: 'History' })).toBeVisible()
  await expect(skeleton).toHaveCount(0)
})

test('on a card beside an open sidebar both actions in sight have their names', async ({ page, keydesk }) => {
  await page.setViewportSize({ width: 800, height: 900 })
  await signIn(page, keydesk, '/coupons?panel=api-keys')
  const [activity, rotate] = ['Activity', 'Rotate'].map((name) => page.getByRole('cell').getByRole('button', { name, exact: true }).first())
  for (const [button, name] of [
    [activity!, 'Activity'],
    [rotate!, 'Rotate'],
  ] as const) {
    await expect(button).toBeVisible()
    const after = await button.evaluate((element) => {
      const { content, visibility } = getComputedStyle(element, '::after')
      return { content, visibility }
    })
    expect(after).toEqual({ content: `"${name}" / ""`, visibility: 'visible' })
  }
})

test('a tab shows the focus ring if the keyboard moved there, and not after a press of the mouse', async ({ page, keydesk }) => {
  await signIn(page, keydesk, '/referrals')
  const tab = (name: string) => page.getByRole('tab', { name })
  await tab('Pending Referrals').click()
  await expect(tab('Pending Referrals')).toBeFocused()
  await expect(tab('Pending Referrals')).toHaveCSS('outline-style', 'none')
  await page.keyboard.press('ArrowRight')
  await expect(tab('Completed Referrals')).toBeFocused()
  await expect(tab('Completed Referrals')).toHaveCSS('outline-style', 'solid')
})

const expectDraft = (page: Page) =>
  expect.poll(() => page.evaluate(() => Object.keys(localStorage).some((name) => name.startsWith('draft:')))).toBe(true)

/** Pixels between the crosshair and the point that is marked. */
const crosshairGap = (page: Page) =>
  page
    .locator('.uplot')
    .first()
    .evaluate((chart) => {
      const middle = (name: string) => {
        const { left, width } = chart.querySelector(name)!.getBoundingClientRect()
        return left + width / 2
      }
      return Math.abs(middle('.u-cursor-x') - middle('.u-cursor-pt'))
    })

test('the crosshair of the chart is on the point that it describes', async ({ page, keydesk }, { testId }) => {
  const product = await makeStocked(keydesk, 'Godwit', testId)
  const order = await buy(keydesk, product)
  await keydesk.store('POST', `/store/purchases/${order}/complete`, {})
  await signIn(page, keydesk, '/?days=7')
  await openScreen(page, 'Dashboard')
  const plot = page.locator('.u-over').first()
  for (const share of [0.3, 0.55, 0.97])
    // The chart is drawn anew whenever its figures come anew.
    await expect(async () => {
      const { width, height } = (await plot.boundingBox())!
      await plot.hover({ position: { x: width * share, y: height / 2 } })
      expect(await crosshairGap(page)).toBeLessThan(2)
    }).toPass()
  await expect(page.getByText(/, so far$/).first()).toBeVisible()
  await expect(page.getByRole('img', { name: /Revenue and orders/ })).toContainText('period before')
})

import type { Locator } from '@playwright/test'
import { expectUsable, openScreen } from './support/screens.ts'
import { expect, signIn, test } from './support/test.ts'

/** High contrast of Windows: the browser replaces all colours, and takes away backgrounds and shadows. */
test.use({ contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } })

const backgroundOf = (part: Locator) => part.evaluate((element) => getComputedStyle(element).backgroundColor)

/** One of several looks different from another one. */
async function expectMarked(chosen: Locator, other: Locator): Promise<void> {
  await expect(chosen).toBeVisible()
  await expect.poll(() => backgroundOf(chosen)).not.toBe(await backgroundOf(other))
}

test('in high contrast one sees what is chosen, on and open', async ({ page, keydesk }) => {
  await keydesk.store('POST', '/store/users', { username: 'whimbrel', email: 'whimbrel@example.com' })
  await signIn(page, keydesk, '/')
  await expectUsable(page, 'Dashboard')
  const segment = (name: string) => page.locator('label', { has: page.getByRole('radio', { name, exact: true }) })
  await expectMarked(segment('30 days'), segment('90 days'))

  await openScreen(page, 'Referrals')
  const links = page.getByRole('navigation', { name: 'Main' })
  await expectMarked(links.getByRole('link', { name: 'Referrals' }), links.getByRole('link', { name: 'Coupons' }))
  await expectMarked(page.getByRole('tab', { name: 'Users' }), page.getByRole('tab', { name: 'Pending Payouts' }))

  await page
    .getByRole('row', { name: /whimbrel/ })
    .getByRole('button', { name: 'Settings' })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Referral Settings' })
  await expect(dialog).not.toHaveCSS('border-top-style', 'none')
  const enabled = dialog.getByRole('switch')
  const [on, knob] = [await backgroundOf(enabled), await backgroundOf(enabled.locator('+ span'))]
  expect(knob).not.toBe(on)
  await enabled.click()
  expect(await backgroundOf(enabled)).not.toBe(on)
  expect(await backgroundOf(enabled)).not.toBe(knob)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()

  await page.keyboard.press('Control+k')
  const entries = page.getByRole('option')
  await expectMarked(entries.first(), entries.nth(1))
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: /Account menu/ }).click()
  await page.keyboard.press('End')
  await expectMarked(page.getByRole('menuitem').last(), page.getByRole('menuitem').first())
})

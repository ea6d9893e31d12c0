import type { Locator, Page } from '@playwright/test'
import { screens } from './screens.ts'
import { expect } from './test.ts'

/** An explanation and a way to continue, visible and usable. */
export async function expectFailure(within: Page | Locator, title: 'You are offline' | 'A new version is available'): Promise<void> {
  const alert = within.getByRole('alert').filter({ hasText: title }).first()
  await expect(alert).toBeVisible()
  await alert.getByRole('button', { name: 'Reload' }).click({ trial: true })
}

export async function expectFrame(page: Page): Promise<void> {
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveCount(screens.length)
  await page.getByRole('button', { name: /Account menu/ }).click({ trial: true })
}

export const pressReload = (page: Page) => page.getByRole('button', { name: 'Reload' }).first().click()
export const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

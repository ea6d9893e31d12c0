import type { Page } from '@playwright/test'

export const offer = (page: Page) => page.getByRole('region', { name: 'Unsaved changes of an earlier visit' })

export const restore = (page: Page) => offer(page).getByRole('button', { name: 'Restore' }).click()

export async function reload(page: Page): Promise<void> {
  // The browser asks whether to leave with unsaved edits.
  page.once('dialog', (question) => void question.accept())
  await page.reload()
}

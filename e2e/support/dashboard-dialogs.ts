import { expect } from '@playwright/test'
import { floating, press, type Openings } from './opening.ts'

export const dashboard: Openings = {
  path: '/?from=2026-01-01&to=2026-06-30',
  list: [
    {
      name: 'Range of days',
      open: async (page) => {
        await page.getByRole('button', { name: 'Range', exact: true }).click()
        await expect(page.getByLabel('From', { exact: true })).toBeVisible()
      },
    },
    {
      name: 'Books',
      open: async (page) => {
        await press(page, 'Books')
        await floating(page).locator('label', { hasText: '7 days' }).click()
        await expect(floating(page).getByRole('table', { name: 'Totals' })).toBeVisible()
      },
    },
  ],
}

import { expect, type Page } from '@playwright/test'
import type { Keydesk } from './server.ts'

export const demoKeys = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}-DEMO-${String(index + 1).padStart(4, '0')}`)

/** A product with one variant, Month, that has these keys. */
export async function addProduct({ api }: Keydesk, name: string, keys: readonly string[]) {
  const body = { name, description: '', variants: [{ name: 'Month', price: 20, keys }] }
  const { id } = (await api('POST', '/admin/products', body)) as { id: number }
  const { variants } = (await api('GET', `/products/id/${id}`)) as { variants: { id: number }[] }
  return { id, variantId: variants[0]!.id }
}

/** Shows the stored keys of the opened variant. */
export async function showKeys(page: Page) {
  await page.getByRole('button', { name: 'Show keys' }).click()
  await expect(page.getByRole('button', { name: 'Copy all' })).toBeVisible()
}

/** Sells units of the variant, and returns the order with its keys. */
export async function sell({ store }: Keydesk, variant_id: number, quantity = 1) {
  const order = { customer_email: 'ann@example.com', items: [{ variant_id, quantity }] }
  const { id } = (await store('POST', '/store/purchases', order)) as { id: number }
  return (await store('POST', `/store/purchases/${id}/complete`, {})) as { id: number; items: { keys: string[] }[] }
}

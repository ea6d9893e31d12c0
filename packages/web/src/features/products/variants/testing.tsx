import { screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect } from 'vitest'
import { ProductPage } from '../editor/page.tsx'
import { findEditor, startBeside } from '../testing.tsx'

export async function open(keys: readonly string[] = ['A', 'B', 'C'], page: ReactNode = <ProductPage />) {
  const started = await startBeside(page, '/products/$id')
  const product = await started.add({}, [{ name: 'Day', price: 2, keys }])
  await started.go(`/products/${product.id}`)
  await findEditor()
  return { ...started, productId: product.id, id: product.variants[0]!.id, version: product.variants[0]!.version! }
}
export type Opened = Awaited<ReturnType<typeof open>>

export const row = (name = 'Day') => screen.findByRole('button', { name: new RegExp(`^${name}`) })
export const keys = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Keys' })
export async function showKeys({ user }: Pick<Opened, 'user'>) {
  await user.click(await screen.findByRole('button', { name: 'Show keys' }))
  await screen.findByRole('button', { name: 'Copy all' })
}
export const saveButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save Variant' })
export const price = () => screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Variant Price' })
export const name = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Variant Name' })
export const variantPuts = ({ sent, id }: Opened) => sent('PUT', `/admin/variants/${id}`).map(({ body }) => body)

export async function retypeKeys({ user }: Opened, text: string) {
  const area = await keys()
  await user.clear(area)
  await user.click(area)
  await user.paste(text)
}

/** Confirms the removal that a save asks about. */
export async function agree({ user }: Opened, what: string) {
  const question = within(await screen.findByRole('alertdialog', { name: `Remove ${what}?` }))
  expect(question.getByText(/in Removed keys for 30 days\.$/)).toBeTruthy()
  await user.click(question.getByRole('button', { name: `Remove ${what}` }))
}

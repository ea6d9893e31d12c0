import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { startBeside } from '../../../test/start-beside.tsx'
import { ProductLinkPanel } from './product-link.tsx'

test('the product link is checked, saved and shown again, and nothing else is sent', async () => {
  const { user, go, sent } = await startBeside(<ProductLinkPanel />, '/link')
  await go('/link')
  const link = await screen.findByLabelText<HTMLInputElement>('Product link')
  const save = async (url: string) => {
    await user.clear(link)
    await user.click(link)
    await user.paste(url)
    await user.click(screen.getByRole('button', { name: 'Save link' }))
  }
  await save('https://shop.example/p/')
  const rule = 'Product link must be a web address with {id} in it, such as https://shop.example/p/{id}'
  expect((await screen.findByRole('alert')).textContent).toBe(rule)
  expect(document.activeElement).toBe(link)
  expect(sent('PUT')).toEqual([])
  await save('https://shop.example/p/{id}')
  expect(await screen.findByText('Discord settings updated successfully')).toBeTruthy()
  expect(sent('PUT')[0]?.body).toEqual({ product_url: 'https://shop.example/p/{id}' })
  await user.clear(link)
  await user.click(link)
  await user.paste('https://shop.example/q/{id}')
  await user.keyboard('{Control>}s{/Control}')
  // Leaving before the save is answered would ask whether to discard it.
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save link' }).disabled).toBe(true))
  expect(sent('PUT')[1]?.body).toEqual({ product_url: 'https://shop.example/q/{id}' })
  await go('/beside')
  await go('/link')
  expect((await screen.findByLabelText<HTMLInputElement>('Product link')).value).toBe('https://shop.example/q/{id}')
})

import type { ShopSettings } from '@keydesk/contract'
import { screen, waitFor } from '@testing-library/react'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { startBeside } from '../../../test/start-beside.tsx'
import { ShopPanel } from './panel.tsx'

const start = () => startBeside(<ShopPanel />, '/shop')
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label)

test('the details of the shop are saved; what is wrong is marked and keeps what was typed', async () => {
  const { user, go, sent, call } = await start()
  await go('/shop')
  expect((await field('Shop name')).placeholder).toBe('Keydesk')
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save shop' })
  expect(save.disabled).toBe(true)
  await user.type(await field('Shop name'), 'Aurora Keys')
  await user.type(await field('Terms'), 'aurora.example/terms')
  await user.type(await field('Reply-to'), 'help')
  await user.click(save)
  expect(await screen.findByText('Terms must be a web address, such as https://shop.example/terms')).toBeTruthy()
  expect(screen.getByText('Reply-to must be an email address')).toBeTruthy()
  expect(sent('PUT')).toEqual([])
  await user.clear(await field('Terms'))
  await user.type(await field('Terms'), 'https://aurora.example/terms')
  await user.type(await field('Reply-to'), '@shop.test')
  await user.selectOptions(screen.getByLabelText('Time zone of the books'), 'Europe/Paris')
  await user.click(save)
  expect(await screen.findByText('Shop saved')).toBeTruthy()
  const { data }: { data: ShopSettings } = await call('GET', '/admin/shop')
  expect(data).toMatchObject({
    ...{ name: 'Aurora Keys', reply_to: 'help@shop.test', terms_url: 'https://aurora.example/terms', books_zone: 'Europe/Paris' },
  })
  await waitFor(() => expect(save.disabled).toBe(true))
})

test("a save sends only what was changed here, and a colleague's change stays", async () => {
  const { user, go, sent, call } = await start()
  await go('/shop')
  await user.type(await field('Shop name'), 'Aurora Keys')
  await call('PUT', '/admin/shop', { books_zone: 'Europe/Paris' })
  await user.click(screen.getByRole('button', { name: 'Save shop' }))
  expect(await screen.findByText('Shop saved')).toBeTruthy()
  expect(sent('PUT')[0]?.body).toEqual({ name: 'Aurora Keys' })
  await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>('Time zone of the books').value).toBe('Europe/Paris'))
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save shop' }).disabled).toBe(true))
})

test('a logo is uploaded, replaced and removed; a refused file leaves it as it is', async () => {
  const { user, go } = await start()
  await go('/shop')
  const bytes = await sharp({ create: { width: 90, height: 30, channels: 3, background: '#3a7' } })
    .png()
    .toBuffer()
  await user.upload(await field('Logo file'), new File([Uint8Array.from(bytes)], 'logo.png', { type: 'image/png' }))
  expect(await screen.findByText('Logo saved')).toBeTruthy()
  const logo = await screen.findByRole<HTMLImageElement>('img', { name: 'Keydesk' })
  expect(logo.src).toMatch(/\/media\/[0-9a-f]{32}-logo\.png$/)
  await user.upload(await field('Logo file'), new File(['no image'], 'logo.png', { type: 'image/png' }))
  expect(await screen.findByText(/must be a PNG|not an image|PNG, JPEG/i)).toBeTruthy()
  expect(screen.getByRole<HTMLImageElement>('img', { name: 'Keydesk' }).src).toBe(logo.src)
  expect(screen.getByRole('button', { name: 'Replace logo' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Remove logo' }))
  expect(await screen.findByText('Logo removed')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('img', { name: 'Keydesk' })).toBeNull())
  expect(screen.getByRole('button', { name: 'Upload logo' })).toBeTruthy()
})

import type { IncomingMessage, ServerResponse } from 'node:http'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { shownToasts } from '../../../../test/toasts.ts'
import { ProductPage } from '../editor/page.tsx'
import { findEditor, startBeside } from '../testing.tsx'

async function open() {
  const started = await startBeside(<ProductPage />, '/products/$id')
  const { id } = await started.add()
  await started.go(`/products/${id}`)
  await findEditor()
  return { ...started, id }
}

const png = async (name = 'hero.png') => {
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#8ba3ff' } })
    .png()
    .toBuffer()
  return new File([Uint8Array.from(bytes)], name, { type: 'image/png' })
}
const uploadButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Upload Image' })
const picker = () => screen.getByLabelText<HTMLInputElement>('Image File')

async function upload(user: Awaited<ReturnType<typeof open>>['user']) {
  await user.upload(picker(), await png())
  await screen.findByText('hero.png is ready to upload')
  await user.click(uploadButton())
  await screen.findByText('Image uploaded successfully')
  await waitFor(() => expect(screen.queryByText('hero.png is ready to upload')).toBeNull())
}

test('a chosen image is uploaded; unsaved edits stay', async () => {
  const { user } = await open()
  await user.type(screen.getByRole('textbox', { name: 'Supported On' }), 'mine')
  expect(uploadButton().disabled).toBe(true)
  expect(
    picker()
      .accept.split(',')
      .every((type) => type.startsWith('image/')),
  ).toBe(true)
  await upload(user)
  expect(await screen.findByRole('button', { name: 'Delete image 1' })).toBeTruthy()
  await waitFor(() => expect(uploadButton().disabled).toBe(true))
  expect(document.activeElement).toBe(picker())
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Supported On' }).value).toBe('mine')
  expect(screen.getByRole('region', { name: 'Unsaved changes' })).toBeTruthy()
})

test('after a lost answer the stored image is shown, and the failure says to look before another try', async () => {
  const { user, app } = await open()
  const lose = ({ method }: IncomingMessage, answer: ServerResponse) => {
    if (method !== 'POST') return
    app.server.off('request', lose)
    answer.end = () => answer.destroy()
  }
  app.server.prependListener('request', lose)
  await user.upload(picker(), await png())
  await screen.findByText('hero.png is ready to upload')
  await user.click(uploadButton())
  expect(await screen.findByText('The connection was lost. If the image is not shown above, try again.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try hero.png again' })).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Delete image 1' })).toBeTruthy()
})

test('after an upload to a product that somebody else deleted, the page says so', async () => {
  const { user, call, id } = await open()
  await user.upload(picker(), await png())
  await screen.findByText('hero.png is ready to upload')
  await call('DELETE', `/admin/products/${id}`)
  await user.click(uploadButton())
  expect(await screen.findByText('Failed to upload image')).toBeTruthy()
  expect(await screen.findByText('This product was deleted.')).toBeTruthy()
})

test('leaving asks while a chosen image is not uploaded', async () => {
  const { user, router } = await open()
  await user.upload(picker(), await png())
  expect(await screen.findByText('Save Changes does not store chosen images that were not uploaded.')).toBeTruthy()
  void router.navigate({ to: '/beside' as '/' })
  const question = within(await screen.findByRole('alertdialog', { name: 'Leave without saving?' }))
  expect(question.getByText('Not saved: chosen images that were not uploaded.')).toBeTruthy()
  await user.click(question.getByRole('button', { name: 'Stay' }))
  await user.click(uploadButton())
  await screen.findByText('Image uploaded successfully')
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Unsaved changes' })).toBeNull())
  void router.navigate({ to: '/beside' as '/' })
  expect(await screen.findByText('Another page')).toBeTruthy()
})

test('leaving while images are sent stops them, without a toast', async () => {
  const { user, router, app, id, stored, queries } = await open()
  const held = Promise.withResolvers<() => void>()
  const hold = ({ method }: IncomingMessage, answer: ServerResponse) => {
    if (method !== 'POST') return
    app.server.off('request', hold)
    answer.end = () => {
      held.resolve(() => void answer.destroy())
      return answer
    }
  }
  app.server.prependListener('request', hold)
  await user.upload(picker(), [await png('one.png'), await png('two.png'), await png('three.png')])
  await user.click(await screen.findByRole('button', { name: 'Upload 3 Images' }))
  const lose = await held.promise
  void router.navigate({ to: '/beside' as '/' })
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Leave' }))
  expect(await screen.findByText('Another page')).toBeTruthy()
  lose()
  await waitFor(() => expect(queries.isMutating()).toBe(0))
  expect((await stored(id)).media_items).toHaveLength(1)
  expect(shownToasts()).toEqual([])
})

test('leaving asks while a typed video is not added', async () => {
  const { user, router } = await open()
  const address = screen.getByRole<HTMLInputElement>('textbox', { name: 'Video URL' })
  await user.type(address, 'vimeo.com/76979871')
  void router.navigate({ to: '/beside' as '/' })
  const question = within(await screen.findByRole('alertdialog', { name: 'Leave without saving?' }))
  expect(question.getByText('Not saved: a video that was not added.')).toBeTruthy()
  await user.click(question.getByRole('button', { name: 'Stay' }))
  await user.click(screen.getByRole('button', { name: 'Add Video' }))
  expect(await screen.findByText('Video added successfully')).toBeTruthy()
  await waitFor(() => expect(address.value).toBe(''))
  void router.navigate({ to: '/beside' as '/' })
  expect(await screen.findByText('Another page')).toBeTruthy()
})

const tile = (name: string) => within(screen.getByRole('button', { name: `Delete ${name}` }).closest('li')!)

test('the first image is Active at once; another one is chosen, and deleted after a question', async () => {
  const { user, id, stored, sent } = await open()
  await upload(user)
  expect(await screen.findByText('Active')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /as thumbnail/ })).toBeNull()

  await upload(user)
  await user.click(await screen.findByRole('button', { name: 'Use image 2 as thumbnail' }))
  expect(await screen.findByText('Thumbnail updated successfully')).toBeTruthy()
  expect(await tile('image 2').findByText('Active')).toBeTruthy()
  expect(tile('image 1').queryByText('Active')).toBeNull()
  const product = await stored(id)
  expect(sent('PUT').map(({ url, body }) => ({ url, body }))).toEqual([
    { url: `/admin/products/${id}/thumbnail`, body: { media_item_id: product.media_items[1]!.id } },
  ])

  await user.click(screen.getByRole('button', { name: 'Delete image 2' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete image 2?' }))
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Image deleted successfully')).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Use as thumbnail' })).toBeTruthy()
  await waitFor(() => expect(document.activeElement?.closest('section')).toBe(screen.getByRole('region', { name: 'Media' })))
  expect((await stored(id)).thumbnail).toBe('')
})

test("a file that is too large is refused before the upload, with the server's message", async () => {
  const { user, sent } = await open()
  const refused = async (file: File, reason: string) => {
    await user.upload(picker(), file)
    expect(await screen.findByText(reason)).toBeTruthy()
    expect(uploadButton().disabled).toBe(true)
  }
  await refused(new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'heavy.png', { type: 'image/png' }), 'The file is larger than 10 MB')
  const measured = (width: number, height: number) =>
    vi.stubGlobal('createImageBitmap', async () => ({ width, height, close: () => undefined }))
  measured(8_000, 5_001)
  await refused(await png(), 'The image has more than 40 megapixels')
  measured(8_000, 5_000)
  await user.upload(picker(), await png())
  expect(await screen.findByText('hero.png is ready to upload')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Remove hero.png' }))
  measured(4_000, 4_001)
  const avif = new File([new Uint8Array(9)], 'a.avif', { type: 'image/avif' })
  await refused(avif, 'The image has more than 16 megapixels, the most for AVIF: save it smaller, or as JPEG')
  expect(sent('POST', /images/)).toEqual([])
  vi.unstubAllGlobals()
})

test('a file that is no image is refused before the upload', async () => {
  await open()
  // A file picker lets people choose other files too.
  await userEvent.setup({ applyAccept: false }).upload(picker(), new File(['<svg/>'], 'a.svg', { type: 'image/svg+xml' }))
  expect(await screen.findByText('Only PNG, JPEG, WebP, GIF and AVIF images can be uploaded')).toBeTruthy()
  expect(uploadButton().disabled).toBe(true)
})

test('a file with an invalid content fails with the reason, and can be replaced', async () => {
  const { user } = await open()
  await user.upload(picker(), new File(['no picture'], 'a.png', { type: 'image/png' }))
  expect(await screen.findByText('a.png is ready to upload')).toBeTruthy()
  await user.click(uploadButton())
  expect(await screen.findByText('Failed to upload image')).toBeTruthy()
  const row = within(screen.getByRole('list', { name: 'Chosen images' })).getByRole('listitem')
  expect(row.textContent).toBe('a.pngOnly PNG, JPEG, WebP, GIF and AVIF images can be uploaded')
  expect(within(row).queryByRole('button', { name: /again/ })).toBeNull()
  expect(picker().getAttribute('aria-invalid')).toBe('true')
  expect(screen.queryByText(/ready to upload/)).toBeNull()
  expect(uploadButton().disabled).toBe(true)
  await upload(user)
})

test('an image that could not be stored can be uploaded again', async () => {
  const { user, breakTable } = await open()
  await user.upload(picker(), await png())
  await screen.findByText('hero.png is ready to upload')
  const mend = await breakTable('media_item')
  await user.click(uploadButton())
  expect(await screen.findByText('Failed to upload image')).toBeTruthy()
  const row = within(screen.getByRole('list', { name: 'Chosen images' })).getByRole('listitem')
  expect(row.textContent).toMatch(/^hero\.png.+/)
  await mend()
  await user.click(within(row).getByRole('button', { name: 'Try hero.png again' }))
  expect(await screen.findByRole('button', { name: 'Delete image 1' })).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Chosen images' })).toBeNull())
  const box = picker().closest('[tabindex="-1"]')
  expect(document.activeElement).toBe(box)
  await user.upload(picker(), await png())
  await user.click(await screen.findByRole('button', { name: 'Remove hero.png' }))
  expect(document.activeElement).toBe(box)
})

test('several images are chosen, dropped and pasted; each is uploaded, or stays with its reason', async () => {
  const { user, id, stored } = await open()
  await user.upload(picker(), [await png('one.png'), new File(['no picture'], 'two.png', { type: 'image/png' })])
  const area = picker().closest('div[class*=border-dashed]')!
  fireEvent.drop(area, {
    dataTransfer: { types: ['Files'], files: [await png('three.png'), new File(['<svg/>'], 'a.svg', { type: 'image/svg+xml' })] },
  })
  await screen.findByText('three.png is ready to upload')
  fireEvent.paste(document.body, { clipboardData: { files: [await png('four.png')] } })
  await screen.findByText('four.png is ready to upload')
  const rows = () =>
    within(screen.getByRole('list', { name: 'Chosen images' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
  // The next choice removes the refused files.
  expect(rows()).toEqual(['one.png', 'two.png', 'three.png', 'four.png'].map((name) => `${name} is ready to upload`))
  await user.click(screen.getByRole('button', { name: 'Remove four.png' }))
  await user.click(screen.getByRole('button', { name: 'Upload 3 Images' }))
  expect(await screen.findByText('2 images uploaded successfully', {}, { timeout: 20_000 })).toBeTruthy()
  expect(shownToasts().slice(0, 2)).toEqual(['Failed to upload 1 of 3 images', '2 images uploaded successfully'])
  expect(rows()).toEqual(['two.pngOnly PNG, JPEG, WebP, GIF and AVIF images can be uploaded'])
  expect((await stored(id)).media_items).toHaveLength(2)
  await user.click(screen.getByRole('button', { name: 'Remove two.png' }))
  expect(screen.queryByRole('list', { name: 'Chosen images' })).toBeNull()
})

test('images that are dropped or chosen while others are sent wait for the next press', async () => {
  const { user, id, stored } = await open()
  const [dropped, chosen] = [await png('dropped.png'), await png('chosen.png')]
  await user.upload(picker(), [await png('one.png'), await png('two.png'), await png('three.png')])
  await user.click(await screen.findByRole('button', { name: 'Upload 3 Images' }))
  expect(screen.getByRole('button', { name: 'Uploading...' })).toBeTruthy()
  fireEvent.drop(picker().closest('div[class*=border-dashed]')!, { dataTransfer: { types: ['Files'], files: [dropped] } })
  await user.upload(picker(), chosen)
  expect(await screen.findByText('3 images uploaded successfully', {}, { timeout: 20_000 })).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: 'Upload 2 Images' }))
  expect(await screen.findByText('2 images uploaded successfully', {}, { timeout: 20_000 })).toBeTruthy()
  expect((await stored(id)).media_items).toHaveLength(5)
})

test('failures to choose and to delete show a message', async () => {
  const { user, breakTable } = await open()
  await upload(user)
  await upload(user)
  const choose = await screen.findByRole('button', { name: 'Use image 2 as thumbnail' })
  await breakTable('media_item')
  await user.click(choose)
  expect(await screen.findByText('Failed to update thumbnail')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Delete image 1' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Failed to delete image')).toBeTruthy()
})

test('an image that somebody else deleted meanwhile counts as deleted', async () => {
  const { user, call, id, stored } = await open()
  await upload(user)
  const press = await screen.findByRole('button', { name: 'Delete image 1' })
  await call('DELETE', `/admin/products/${id}/images/${(await stored(id)).media_items[0]!.id}`)
  await user.click(press)
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Image deleted successfully')).toBeTruthy()
  expect(await screen.findByText('No images or videos yet.')).toBeTruthy()
})

test("a video that is refused for another reason than its address shows the server's reason", async () => {
  const { user, call, id, server } = await open()
  const address = screen.getByRole<HTMLInputElement>('textbox', { name: 'Video URL' })
  await user.type(address, 'vimeo.com/50')
  const add = () => user.click(screen.getByRole('button', { name: 'Add Video' }))
  const full = vi.spyOn(server.deps.disk, 'isFull').mockReturnValue(true)
  await add()
  expect(await screen.findByText(/^The disk of the server is full/)).toBeTruthy()
  full.mockRestore()
  for (let video = 1; video <= 50; video += 1) await call('POST', `/admin/products/${id}/videos`, { url: `vimeo.com/${video}` })
  await add()
  expect(await screen.findByText('This video was already added')).toBeTruthy()
  await user.type(address, '1')
  await add()
  expect(await screen.findByText('A product can have at most 50 images and videos')).toBeTruthy()
})

test('a video is added by its address, shown with its id, and linked to its page', async () => {
  const { user, sent, id } = await open()
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Add Video' })
  const address = screen.getByRole<HTMLInputElement>('textbox', { name: 'Video URL' })
  expect(button.disabled).toBe(true)
  await user.type(address, 'https://example.com/1')
  await user.click(button)
  expect(await screen.findByText("Failed to add video. Please ensure you're using a valid Vimeo URL.")).toBeTruthy()
  expect(address.value).toBe('https://example.com/1')
  await user.clear(address)
  await user.type(address, 'https://vimeo.com/76979871/abcdef0123')
  await user.click(button)
  expect(await screen.findByText('Video added successfully')).toBeTruthy()
  expect(sent('POST', `/admin/products/${id}/videos`).at(-1)?.body).toEqual({ url: 'https://vimeo.com/76979871/abcdef0123' })
  expect(await screen.findByText('76979871')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Open video 1 where it is hosted' }).getAttribute('href')).toBe(
    'https://vimeo.com/76979871/abcdef0123',
  )
  expect(screen.queryByRole('button', { name: /thumbnail/ })).toBeNull()
  expect(address.value).toBe('')
  expect(document.activeElement).toBe(address)
})

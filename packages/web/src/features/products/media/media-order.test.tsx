import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ProductPage } from '../editor/page.tsx'
import { findEditor, startBeside } from '../testing.tsx'

/** A product with three videos: they need no files. */
async function open() {
  const started = await startBeside(<ProductPage />, '/products/$id')
  const { id } = await started.add()
  for (const video of ['11', '22', '33']) await started.call('POST', `/admin/products/${id}/videos`, { url: `vimeo.com/${video}` })
  await started.go(`/products/${id}`)
  await findEditor()
  await screen.findByRole('button', { name: 'Delete video 3' })
  const storedOrder = async () => (await started.stored(id)).media_items.map(({ url }) => url)
  return { ...started, id, storedOrder }
}

const tiles = () => within(screen.getByRole('list', { name: 'Media' })).getAllByRole('listitem')
const shown = () => tiles().map((tile) => /\d\d/.exec(tile.textContent ?? '')?.[0])
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

test('buttons move an item, the focus stays on it, and the order is stored at once', async () => {
  const { user, storedOrder } = await open()
  expect(button('Move video 1 earlier').disabled).toBe(true)
  expect(button('Move video 3 later').disabled).toBe(true)
  button('Move video 1 later').focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(shown()).toEqual(['22', '11', '33']))
  expect(document.activeElement).toBe(button('Move video 2 later'))
  expect(screen.getByText('Moved to place 2 of 3')).toBeTruthy()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(shown()).toEqual(['22', '33', '11']))
  // At the end there is only the way back.
  expect(document.activeElement).toBe(button('Move video 3 earlier'))
  await waitFor(async () => expect(await storedOrder()).toEqual(['22', '33', '11']))
})

test('a tile that is dropped on another takes its place; something else that is dropped does nothing', async () => {
  const { storedOrder, sent } = await open()
  const data = new Map<string, string>()
  const dataTransfer = {
    get types() {
      return [...data.keys()]
    },
    setData: (type: string, value: string) => void data.set(type, value),
    getData: (type: string) => data.get(type) ?? '',
  }
  fireEvent.drop(tiles()[0]!, { dataTransfer })
  fireEvent.dragStart(tiles()[2]!, { dataTransfer })
  fireEvent.dragOver(tiles()[0]!, { dataTransfer })
  fireEvent.drop(tiles()[0]!, { dataTransfer })
  await waitFor(() => expect(shown()).toEqual(['33', '11', '22']))
  await waitFor(async () => expect(await storedOrder()).toEqual(['33', '11', '22']))
  expect(sent('PUT', /order/)).toHaveLength(1)
})

test('an order that could not be stored goes back, and says so', async () => {
  const { user, storedOrder, network } = await open()
  network.failNext(/PUT .*images\/order/)
  await user.click(button('Move video 1 later'))
  expect(await screen.findByText('Failed to change the order')).toBeTruthy()
  expect(shown()).toEqual(['11', '22', '33'])
  expect(await storedOrder()).toEqual(['11', '22', '33'])
})

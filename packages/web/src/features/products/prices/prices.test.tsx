import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { shownToasts } from '../../../../test/toasts.ts'
import { ProductsPage } from '../page.tsx'
import { startBeside } from '../testing.tsx'

afterEach(() => void vi.restoreAllMocks())

/** Aurora has two variants, Borealis one, Nightfall none. */
async function start() {
  const started = await startBeside(<ProductsPage />, '/products')
  const aurora = await started.add({}, [
    { name: 'Day', price: 1.99, keys: [] },
    { name: 'Month', price: 9.99, keys: [] },
  ])
  const borealis = await started.add({}, [{ name: 'Year', price: 100, keys: [] }], 'Borealis')
  await started.add({}, [], 'Nightfall')
  await started.go('/products')
  const prices = async () =>
    [...(await started.stored(aurora.id)).variants, ...(await started.stored(borealis.id)).variants].map(({ price }) => price)
  const open = async () => {
    await started.user.click(await screen.findByRole('checkbox', { name: 'Select all 3' }))
    await started.user.click(screen.getByRole('button', { name: 'Change prices' }))
    return within(await screen.findByRole('dialog', { name: 'Change prices' }))
  }
  return { ...started, aurora, prices, open }
}

const toast = (text: string) => waitFor(() => expect(shownToasts()).toEqual(expect.arrayContaining([expect.stringContaining(text)])))
/** The variants of the preview with their prices. */
const shown = () =>
  within(screen.getByRole('region', { name: 'Preview of the prices' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent)

test('the prices of all selected products rise by a percentage, with a preview of each, and the toast undoes it', async () => {
  const { user, open, prices, sent } = await start()
  const dialog = await open()
  expect(dialog.getByText('3 variants of 3 products.')).toBeTruthy()
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Change 0 prices' }).disabled).toBe(true)
  await user.type(dialog.getByLabelText('Percentage'), '10')
  expect(shown()).toEqual(['BorealisYear$100.00$110.00', 'AuroraDay$1.99$2.19', 'AuroraMonth$9.99$10.99'])
  await user.click(dialog.getByRole('radio', { name: '.99' }))
  expect(shown()).toEqual(['BorealisYear$100.00$109.99', 'AuroraDay$1.99$1.99', 'AuroraMonth$9.99$10.99'])
  await user.click(dialog.getByRole('button', { name: 'Change 2 prices' }))
  await toast('Changed 2 prices')
  expect(await prices()).toEqual([1.99, 10.99, 109.99])
  expect(sent('POST', /prices/)).toMatchObject([{ url: '/admin/variants/prices', body: { change: { percent: 10 }, round: '0.99' } }])
  expect(screen.queryByRole('region', { name: 'Selected products' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await toast('Undone: 2 prices as before.')
  expect(await prices()).toEqual([1.99, 9.99, 100])
})

test('after an undo that failed the toast offers it again, until the 30 seconds are over', async () => {
  const { user, open, prices, sent, network } = await start()
  const dialog = await open()
  await user.type(dialog.getByLabelText('Percentage'), '10')
  await user.click(dialog.getByRole('button', { name: 'Change 3 prices' }))
  const undoIn = async (text: string) => {
    await toast(text)
    const box = screen.getByText(text).closest<HTMLElement>('[data-sonner-toast]')!
    // The second press of a double click sends nothing.
    await user.dblClick(within(box).getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(screen.queryByText(text)).toBeNull())
  }
  network.failNext(/undo/, 503)
  await undoIn('Changed 3 prices')
  await undoIn('Failed to undo the change')
  await toast('Undone: 3 prices as before.')
  expect(await prices()).toEqual([1.99, 9.99, 100])
  expect(sent('POST', /undo/)).toHaveLength(2)
})

test('an undo whose answer was lost is not called too late by the next press', async () => {
  const { user, open, prices, network } = await start()
  const dialog = await open()
  await user.type(dialog.getByLabelText('Percentage'), '10')
  await user.click(dialog.getByRole('button', { name: 'Change 3 prices' }))
  await toast('Changed 3 prices')
  network.loseNext(/undo/)
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  const box = (await screen.findByText('Failed to undo the change')).closest<HTMLElement>('[data-sonner-toast]')!
  await user.click(within(box).getByRole('button', { name: 'Undo' }))
  await toast('It is undone already, or it is too late to undo it')
  expect(await prices()).toEqual([1.99, 9.99, 100])
})

test.each([
  ['a refusal', 409, 0],
  ['30 seconds', 503, 30_001],
])('after %s no toast offers Undo', async (_, status, ms) => {
  const { user, open, network } = await start()
  const dialog = await open()
  await user.type(dialog.getByLabelText('Percentage'), '10')
  await user.click(dialog.getByRole('button', { name: 'Change 3 prices' }))
  network.failNext(/undo/, status)
  await toast('Changed 3 prices')
  const later = Date.now() + ms
  vi.spyOn(Date, 'now').mockReturnValue(later)
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await toast('Failed to undo the change')
  await waitFor(() => expect(screen.queryByText('Changed 3 prices')).toBeNull())
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('an amount lowers them, never below 0; striking changes are pointed out', async () => {
  const { user, open, prices } = await start()
  const dialog = await open()
  await user.click(dialog.getByRole('radio', { name: 'Lower' }))
  await user.click(dialog.getByRole('radio', { name: 'Dollars' }))
  await user.type(dialog.getByLabelText('Amount'), '2')
  expect(dialog.getByRole('alert').textContent).toBe('1 price changes by more than half, or to 0.')
  await user.click(dialog.getByRole('button', { name: 'Change 3 prices' }))
  await toast('Changed 3 prices')
  expect(await prices()).toEqual([0, 7.99, 98])
})

test('an invalid change shows its error at the field, and a price that somebody changed since stays', async () => {
  const { user, open, prices, call, aurora } = await start()
  const dialog = await open()
  await user.type(dialog.getByLabelText('Percentage'), '1001{Enter}')
  expect((await dialog.findByRole('alert')).textContent).toBe('Percent must be a number from -100 to 1,000 with at most 2 decimals')
  await user.clear(dialog.getByLabelText('Percentage'))
  await user.type(dialog.getByLabelText('Percentage'), '50{Enter}')
  await toast('Changed 3 prices')
  await call('PUT', `/admin/variants/${aurora.variants[1]!.id}`, { price: 20 })
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await toast('Undone: 2 prices as before. Changed since, and left unchanged: Aurora - Month (Price).')
  expect(await prices()).toEqual([1.99, 20, 100])
})

test('after a lost answer a second press changes nothing, and the preview shows the prices of now', async () => {
  const { user, open, prices, network } = await start()
  const dialog = await open()
  await user.type(dialog.getByLabelText('Percentage'), '10')
  network.loseNext(/^POST .*prices/)
  await user.click(dialog.getByRole('button', { name: 'Change 3 prices' }))
  await toast('Failed to change the prices')
  const changed = [2.19, 10.99, 110]
  expect(await prices()).toEqual(changed)
  await waitFor(() => expect(shown()).toEqual(['BorealisYear$110.00$121.00', 'AuroraDay$2.19$2.41', 'AuroraMonth$10.99$12.09']))
  await user.click(dialog.getByRole('button', { name: 'Change 3 prices' }))
  await toast('The prices have changed meanwhile. Look at the preview again.')
  expect(await prices()).toEqual(changed)
  await user.click(await dialog.findByRole('button', { name: 'Change 3 prices' }))
  await toast('Changed 3 prices')
  expect(await prices()).toEqual([2.41, 12.09, 121])
})

test('prices that a colleague changed meanwhile are shown before anything changes', async () => {
  const { user, open, prices, call, aurora } = await start()
  const dialog = await open()
  await user.type(dialog.getByLabelText('Percentage'), '10')
  await call('PUT', `/admin/variants/${aurora.variants[1]!.id}`, { price: 20 })
  await user.click(dialog.getByRole('button', { name: 'Change 3 prices' }))
  await toast('The prices have changed meanwhile. Look at the preview again.')
  expect(await prices()).toEqual([1.99, 20, 100])
  await waitFor(() => expect(shown()).toContain('AuroraMonth$20.00$22.00'))
  await user.click(dialog.getByRole('button', { name: 'Change 3 prices' }))
  await toast('Changed 3 prices')
  expect(await prices()).toEqual([2.19, 22, 110])
})

test('a variant that was deleted meanwhile changes nothing', async () => {
  const { user, open, prices, call, aurora } = await start()
  const dialog = await open()
  await call('DELETE', `/admin/variants/${aurora.variants[0]!.id}`)
  await user.type(dialog.getByLabelText('Percentage'), '10{Enter}')
  await toast('One of the variants was deleted meanwhile. Nothing was changed.')
  expect(await prices()).toEqual([9.99, 100])
})

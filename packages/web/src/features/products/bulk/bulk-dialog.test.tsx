import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { shownToasts } from '../../../../test/toasts.ts'
import { startBeside } from '../testing.tsx'
import { ProductsPage } from '../page.tsx'

const updates = '111111111111111111'

/** Twelve products with Product 12 first; Product 01 is Detected already. */
async function start() {
  const started = await startBeside(<ProductsPage />, '/products')
  const ids: number[] = []
  for (let index = 1; index <= 12; index += 1) {
    const name = `Product ${String(index).padStart(2, '0')}`
    ids.push((await started.add(index === 1 ? { detection_status: 'Detected' } : {}, [], name)).id)
  }
  await started.go('/products')
  await screen.findByRole('list', { name: 'Products' })
  return { ...started, ids }
}
type Opened = Awaited<ReturnType<typeof start>>

const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name })
const bar = () => screen.queryByRole('region', { name: 'Selected products' })
const toast = (text: RegExp) => waitFor(() => expect(shownToasts()).toEqual(expect.arrayContaining([expect.stringMatching(text)])))
const radio = (group: string, option: string) =>
  within(screen.getByRole('radiogroup', { name: group })).getByRole('radio', { name: option })

async function openDialog({ user }: Opened) {
  await user.click(await screen.findByRole('button', { name: /^Edit \d+ products?$/ }))
  return within(await screen.findByRole('dialog', { name: /^Edit \d+ products?$/ }))
}

async function select({ user }: Opened, ...names: string[]) {
  for (const name of names) await user.click(await box(`Select ${name}`))
}

test('products are selected one by one, across pages, or all found ones at once', async () => {
  const opened = await start()
  const { user, go } = opened
  expect(bar()).toBeNull()
  await select(opened, 'Product 12', 'Product 10')
  await user.click(screen.getByRole('button', { name: 'Page 2' }))
  await select(opened, 'Product 01')
  expect(within(bar()!).getByRole('status').textContent).toBe('3 products selected')
  await go('/products', { q: 'product 0' })
  await waitFor(() => expect(within(bar()!).getByRole('status').textContent).toBe('3 products selected1 of them not shown by the filters.'))
  await user.click(await box('Select all 10'))
  expect(within(bar()!).getByText('11 products selected')).toBeTruthy()
  expect((await box('Select Product 05')).checked).toBe(true)
  await user.click(await box('Select all 10'))
  expect(within(bar()!).getByText('1 product selected')).toBeTruthy()
  await user.click(within(bar()!).getByRole('button', { name: 'Clear' }))
  expect(document.activeElement?.className).toContain('bottom-bar')
  expect(bar()).toBeNull()
})

test('one dialog changes them all and shows the consequences, and the toast undoes it', async () => {
  const opened = await start()
  const { user, ids, sent, stored } = opened
  await user.click(await box('Select all 12'))
  const dialog = await openDialog(opened)
  await user.click(dialog.getByRole('button', { name: '9 more' }))
  expect(dialog.getByText(/^Product 12, Product 11, .* and Product 01$/)).toBeTruthy()
  const submit = dialog.getByRole<HTMLButtonElement>('button', { name: 'Edit 12 products' })
  expect(submit.disabled).toBe(true)
  await user.click(radio('Detection status', 'Detected'))
  await user.click(radio('Sales', 'Pause'))
  expect(dialog.getByText('11 products become Detected (1 is so already).')).toBeTruthy()
  expect(dialog.getByText('Nothing is posted to Discord.')).toBeTruthy()
  await user.click(submit)
  await toast(/^Edited 12 products/)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(bar()).toBeNull()
  const set = { detection_status: 'Detected', sales_paused: true }
  expect(sent('POST', '/admin/products/bulk').map(({ body }) => body)).toEqual([{ ids: ids.toReversed(), set }])
  expect(await stored(ids[4]!)).toMatchObject(set)
  expect(await screen.findAllByText('Sales paused', { selector: 'a *' })).toHaveLength(9)

  // Somebody else changes one of them and deletes another.
  await opened.call('PUT', `/admin/products/${ids[2]}`, { detection_status: 'Unknown' })
  await opened.call('DELETE', `/admin/products/${ids[3]}`)
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await toast(
    /^Undone: 11 products as before\. Changed since, and left unchanged: Product 03 \(Detection Status\) and a deleted product\.$/,
  )
  expect(await stored(ids[4]!)).toMatchObject({ detection_status: 'Undetected', sales_paused: false })
  expect(await stored(ids[2]!)).toMatchObject({ detection_status: 'Unknown', sales_paused: false })
  await waitFor(() => expect(screen.queryByText('Sales paused', { selector: 'a *' })).toBeNull())
})

test('the preset for a detection fills all fields, and the message is previewed', async () => {
  const opened = await start()
  const { user, sent, call } = opened
  await call('PUT', '/admin/discord/settings', { updates_channel_id: updates, notifications_enabled: true })
  await select(opened, 'Product 12', 'Product 11')
  const dialog = await openDialog(opened)
  await user.click(dialog.getByRole('button', { name: 'Detected: pause and post' }))
  expect(await dialog.findByText(`Posts to the updates channel ${updates}. It waits until the bot runs.`)).toBeTruthy()
  const preview = within(dialog.getByRole('figure'))
  expect(preview.getByText('News of 2 products')).toBeTruthy()
  expect(dialog.getByRole('figure').textContent).toMatch(/Detected\. Please do not use them.*• Product 12• Product 11/s)
  expect(preview.getByText('Paused').previousElementSibling!.textContent).toBe('Sales')
  const message = dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })
  await user.clear(message)
  await user.click(dialog.getByRole('button', { name: 'Edit 2 products' }))
  expect(await dialog.findByText('Message is required')).toBeTruthy()
  expect(document.activeElement).toBe(message)
  expect(sent('POST')).toEqual([])
  await user.type(message, 'Stop using **these**')
  expect(preview.getByText('these').tagName).toBe('STRONG')
  expect(dialog.getByText('One message lists 2 products.')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Edit 2 products' }))
  await toast(/^Edited 2 products/)
  expect(sent('POST')[0]?.body).toMatchObject({ announce: { text: 'Stop using **these**' } })
  const { data } = (await call('GET', '/admin/discord/logs')) as { data: { type: string }[] }
  expect(data.map(({ type }) => type)).toEqual(['update'])
})

test('the dialog says why nothing would be posted', async () => {
  const opened = await start()
  const { user, call } = opened
  await select(opened, 'Product 12')
  const dialog = await openDialog(opened)
  await user.click(radio('Sales', 'Pause'))
  await user.click(dialog.getByRole('switch', { name: 'Post to Discord' }))
  expect(await dialog.findByText('It will not be posted: notifications are off in the Discord settings.')).toBeTruthy()
  await user.click(radio('Unlisted', 'Yes'))
  expect(dialog.getByRole<HTMLInputElement>('switch', { name: 'Post to Discord' }).disabled).toBe(true)
  expect(dialog.getByText('Unlisted products are not mentioned.')).toBeTruthy()
  expect(dialog.getByText('Nothing is posted to Discord.')).toBeTruthy()
  expect(await call('GET', '/admin/discord/logs')).toEqual({ data: [] })
})

test('a failure shows a message, changes nothing, and keeps the choices', async () => {
  const opened = await start()
  const { user, ids, call, breakTable, stored } = opened
  await select(opened, 'Product 12', 'Product 11')
  const dialog = await openDialog(opened)
  await user.click(radio('Featured', 'Yes'))
  const mend = await breakTable('bulk_change')
  await user.click(dialog.getByRole('button', { name: 'Edit 2 products' }))
  await toast(/went wrong|Failed to change the products/)
  await mend()
  expect(await stored(ids[11]!)).toMatchObject({ featured: false })
  await call('DELETE', `/admin/products/${ids[11]}`)
  await user.click(screen.getByRole('button', { name: 'Edit 2 products' }))
  await toast(/^One of the products was deleted meanwhile\. Nothing was changed\.$/)
  await user.click(await screen.findByRole('button', { name: 'Edit 1 product' }))
  await toast(/^Edited 1 product/)
  expect(await stored(ids[10]!)).toMatchObject({ featured: true })
})

test('after a lost answer a second press posts nothing again, and the dialog says so', async () => {
  const opened = await start()
  const { user, call, network } = opened
  await call('PUT', '/admin/discord/settings', { updates_channel_id: updates, notifications_enabled: true })
  await select(opened, 'Product 12', 'Product 11')
  const dialog = await openDialog(opened)
  await user.click(dialog.getByRole('button', { name: 'Detected: pause and post' }))
  network.loseNext(/^POST .*bulk/)
  await user.click(dialog.getByRole('button', { name: 'Edit 2 products' }))
  await toast(/^Failed to change the products$/)
  expect(await dialog.findByText('Nothing changes, so nothing is posted.')).toBeTruthy()
  expect(dialog.getByRole<HTMLInputElement>('switch', { name: 'Post to Discord' }).checked).toBe(false)
  await user.click(dialog.getByRole('button', { name: 'Edit 2 products' }))
  await toast(/^Nothing changed: they all had these values already$/)
  expect(((await call('GET', '/admin/discord/logs')) as { data: unknown[] }).data).toHaveLength(1)
})

test('if somebody else deletes all selected products, the dialog closes and stays closed', async () => {
  const opened = await start()
  const { ids, call, queries } = opened
  await select(opened, 'Product 12')
  await openDialog(opened)
  await call('DELETE', `/admin/products/${ids[11]}`)
  await queries.invalidateQueries()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await select(opened, 'Product 11')
  expect(within(bar()!).getByText('1 product selected')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('Esc asks before choices are lost, and a change without effect says so', async () => {
  const opened = await start()
  const { user, go } = opened
  await go('/products', { q: '01' })
  await select(opened, 'Product 01')
  const dialog = await openDialog(opened)
  await user.click(radio('Detection status', 'Detected'))
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  await user.click(dialog.getByRole('button', { name: 'Edit 1 product' }))
  await toast(/^Nothing changed: they all had these values already$/)
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

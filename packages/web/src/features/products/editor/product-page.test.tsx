import { permissionsOf } from '@keydesk/contract'
import { testAdmin } from '@keydesk/server/testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { shownToasts } from '../../../../test/toasts.ts'
import { queryKeys } from '../../../api/query-keys.ts'
import { type Started, findEditor, startBeside } from '../testing.tsx'
import { ProductPage } from './page.tsx'

const start = () => startBeside(<ProductPage />, '/products/$id')
const title = async (name: string) => {
  await findEditor()
  return screen.findByRole('heading', { level: 1, name: `Product Details: ${name}` })
}
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
/** The button in the header; the bar at the bottom has another one. */
const saveButton = () => screen.getAllByRole('button', { name: 'Save Changes' })[0]!
const bar = () => screen.queryByRole('region', { name: 'Unsaved changes' })
const puts = ({ sent }: Started) => sent('PUT').map(({ body }) => body as Record<string, unknown>)

async function open(started: Started, id: number, name = 'Aurora') {
  await started.go(`/products/${id}`)
  await title(name)
}

async function retype({ user }: Started, label: string, text: string) {
  await user.clear(field(label))
  if (text !== '') await user.type(field(label), text)
}

async function choose({ user }: Started, label: string, option: string) {
  await user.selectOptions(screen.getByRole('combobox', { name: label }), option)
}

describe('without a product', () => {
  test.each(['0', '-1', '1.5', 'abc', '007', '99999999999999999999'])('the id %s is not fetched', async (id) => {
    const { go, sent } = await start()
    await go(`/products/${id}`)
    expect(await screen.findByText('Product not found')).toBeTruthy()
    expect(sent('GET')).toEqual([])
  })

  test('an unknown product is not found', async () => {
    const { go } = await start()
    await go('/products/41')
    expect(await screen.findByText('Product not found')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  test('a failure shows a toast, and Try again loads the product', async () => {
    const { user, go, add, breakTable } = await start()
    const { id } = await add()
    const mend = await breakTable('product')
    await go(`/products/${id}`)
    expect(await screen.findByText('Loading...')).toBeTruthy()
    expect(await screen.findByText('Failed to fetch product details')).toBeTruthy()
    await mend()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await title('Aurora')).toBeTruthy()
  })
})

test('a refetch that fails shows a notice, and no toast over the one about the own save', async () => {
  const started = await start()
  const { id } = await started.add()
  await open(started, id)
  await retype(started, 'Name', 'Mine')
  const mend = await started.breakTable('product')
  await started.user.click(saveButton())
  await screen.findByText('Failed to update product')
  await started.queries.invalidateQueries({ queryKey: queryKeys.product(id) })
  const notice = within((await screen.findByText(/^This could not be refreshed/)).closest('[role=status]')!)
  expect(shownToasts()).toEqual(['Failed to update product'])
  await mend()
  await started.user.click(notice.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByText(/^This could not be refreshed/)).toBeNull())
  expect(field('Name').value).toBe('Mine')
})

describe('the page', () => {
  test('has the eight panels in order, then its history, and its name in the tab', async () => {
    const started = await start()
    await open(started, (await started.add()).id)
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Basic Information',
      'Filters',
      'Details',
      'Media',
      'Variants',
      'Instructions',
      'FAQ',
      'Updates',
      'History',
    ])
    expect(document.title).toContain('Product Details: Aurora')
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
    // The history is not near yet, and has its skeleton already.
    expect(screen.getByRole('region', { name: 'History' }).querySelectorAll('.animate-pulse')).toHaveLength(4)
  })

  test('opening rich text is no edit, even if the editor would write it differently', async () => {
    const started = await start()
    const { id } = await started.add({ full_description: 'bare words', requirements: '<ul><li>one</li></ul>' })
    await open(started, id)
    expect((await screen.findByRole('textbox', { name: 'Full Description' })).textContent).toBe('bare words')
    await screen.findByRole('textbox', { name: 'System Requirements' })
    expect(bar()).toBeNull()
    await started.user.click(saveButton())
    await screen.findByText('Product updated successfully')
    expect(puts(started)[0]).toMatchObject({ full_description: (await started.stored(id)).full_description })
  })
})

describe('Save Changes', () => {
  test('sends the whole product with the edits and the version, and shows a toast', async () => {
    const started = await start()
    const product = await started.add({ game_name: 'Apex Legends', cheat_type: 'dma', description: 'short' }, [
      { name: 'Day', price: 2, keys: ['A'] },
    ])
    await open(started, product.id)
    expect(bar()).toBeNull()
    await retype(started, 'Name', 'Aurora II')
    await retype(started, 'Instructions', 'Plug it in')
    await started.user.click(screen.getByRole('switch', { name: 'Unlisted' }))
    await choose(started, 'Update Status', 'Updating')
    expect(within(bar()!).getByRole('status').textContent).toBe('4 changes in Basic Information, Filters, Details and Instructions')
    await started.user.click(within(bar()!).getByRole('button', { name: 'Save Changes' }))
    expect(await screen.findByText('Product updated successfully')).toBeTruthy()
    expect(puts(started)).toEqual([
      { ...product, name: 'Aurora II', instructions: 'Plug it in', unlisted: true, update_status: 'Updating' },
    ])
    await waitFor(() => expect(bar()).toBeNull())
    expect(await title('Aurora II')).toBeTruthy()
    expect(await started.stored(product.id)).toMatchObject({ name: 'Aurora II', unlisted: true, version: product.version! + 1 })
  })

  test('works by Ctrl+S too, and a second save sends the new version', async () => {
    const started = await start()
    const { id, version } = await started.add()
    await open(started, id)
    await retype(started, 'Supported On', 'Windows')
    await started.user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(bar()).toBeNull())
    await retype(started, 'Supported On', 'Windows 11')
    await started.user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(puts(started).map((body) => body.version)).toEqual([version, version! + 1]))
  })

  test('marks and focuses an invalid field, and sends nothing', async () => {
    const started = await start()
    await open(started, (await started.add()).id)
    await retype(started, 'Name', '')
    await started.user.click(saveButton())
    expect(await screen.findByText('Name is required')).toBeTruthy()
    expect(document.activeElement).toBe(field('Name'))
    expect(puts(started)).toEqual([])
    await started.user.type(field('Name'), 'B')
    expect(screen.queryByText('Name is required')).toBeNull()
  })

  test('shows a failure and keeps the edits', async () => {
    const started = await start()
    await open(started, (await started.add()).id)
    await retype(started, 'Name', 'Kept')
    const mend = await started.breakTable('product')
    await started.user.click(saveButton())
    expect(await screen.findByText('Failed to update product')).toBeTruthy()
    await mend()
    expect(field('Name').value).toBe('Kept')
    expect(bar()).toBeTruthy()
    await started.user.click(screen.getByRole('button', { name: 'Discard' }))
    expect(bar()).toBeNull()
  })

  test('a save whose answer was lost is fetched again, and the next one is no change by somebody else', async () => {
    const started = await start()
    const { id, version } = await started.add()
    await open(started, id)
    await retype(started, 'Name', 'Mine')
    started.network.loseNext(/^PUT/)
    await started.user.click(saveButton())
    expect(await screen.findByText('Failed to update product')).toBeTruthy()
    expect(await title('Mine')).toBeTruthy()
    await waitFor(() => expect(bar()).toBeNull())
    await retype(started, 'Name', 'Mine too')
    await started.user.click(saveButton())
    expect(await screen.findByText('Product updated successfully')).toBeTruthy()
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(puts(started).map((body) => body.version)).toEqual([version, version! + 1])
    expect(await started.stored(id)).toMatchObject({ name: 'Mine too', version: version! + 2 })
  })

  test('nobody is asked about it either if the server has trimmed the texts: it is sent again', async () => {
    const started = await start()
    const { id, version } = await started.add({ faq: [{ question: 'Q', answer: 'A' }] })
    await open(started, id)
    await retype(started, 'Name', 'Mine ')
    await started.user.type(field('New Question'), 'Why?')
    await started.user.type(field('New Answer'), 'Because. ')
    await started.user.click(screen.getByRole('button', { name: 'Add FAQ' }))
    started.network.loseNext(/^PUT/)
    await started.user.click(saveButton())
    expect(await screen.findByText('Failed to update product')).toBeTruthy()
    expect(within(bar()!).getByText('The server cannot be reached. Check the connection and try again.')).toBeTruthy()
    expect(await title('Mine')).toBeTruthy()
    await started.user.click(saveButton())
    expect(await screen.findByText('Product updated successfully')).toBeTruthy()
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(puts(started).map((body) => body.version)).toEqual([version, version, version! + 1])
    expect(await started.stored(id)).toMatchObject({ name: 'Mine', faq: [{}, { answer: 'Because.' }] })
  })

  test('after a lost answer, a resend asks nothing if a text has a link', async () => {
    const started = await start()
    const { id } = await started.add({ full_description: '<p>Words</p>' })
    await open(started, id)
    await screen.findByRole('textbox', { name: 'Full Description' })
    await retype(started, 'Name', 'Mine ')
    const tools = within(screen.getByRole('toolbar', { name: 'Full Description formatting' }))
    await started.user.click(tools.getByRole('button', { name: 'Link' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Link' }))
    await started.user.type(dialog.getByLabelText('Address'), 'example.com')
    await started.user.click(dialog.getByRole('button', { name: 'Save Link' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    started.network.loseNext(/^PUT/)
    await started.user.click(saveButton())
    expect(await title('Mine')).toBeTruthy()
    await started.user.click(saveButton())
    expect(await screen.findByText('Product updated successfully')).toBeTruthy()
    expect(screen.queryByRole('alertdialog')).toBeNull()
    const { full_description } = await started.stored(id)
    expect(full_description).toContain('href="http://example.com"')
    expect(puts(started).map((body) => body.full_description)).toEqual([full_description, full_description, full_description])
  })

  test('Discard goes back to the stored values', async () => {
    const started = await start()
    await open(started, (await started.add({ instructions: 'stored' })).id)
    await retype(started, 'Instructions', 'typed')
    await started.user.click(screen.getByRole('button', { name: 'Discard' }))
    expect(field('Instructions').value).toBe('stored')
    expect(bar()).toBeNull()
  })

  test('Discard shows what somebody else has stored meanwhile', async () => {
    const started = await start()
    const { id } = await started.add()
    await open(started, id)
    await retype(started, 'Name', 'Mine')
    await started.server.call('PUT', `/admin/products/${id}`, { name: 'Theirs' })
    await started.queries.invalidateQueries({ queryKey: queryKeys.product(id) })
    expect(await title('Theirs')).toBeTruthy()
    expect(field('Name').value).toBe('Mine')
    await started.user.click(screen.getByRole('button', { name: 'Discard' }))
    expect(field('Name').value).toBe('Theirs')
    expect(bar()).toBeNull()
  })
})

describe('somebody else saved first', () => {
  async function clash() {
    const started = await start()
    const { id, version } = await started.add({ description: 'short' })
    await open(started, id)
    await retype(started, 'Name', 'Mine')
    await started.server.call('PUT', `/admin/products/${id}`, { name: 'Theirs', description: 'theirs' })
    await started.user.click(saveButton())
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Another save changed this product' }))
    expect(dialog.getByText('Name and Short Description')).toBeTruthy()
    return { started, id, version: version!, dialog }
  }

  test('applying mine on top keeps their other changes and saves with the new version', async () => {
    const { started, id, version, dialog } = await clash()
    await started.user.click(dialog.getByRole('button', { name: 'Apply mine on top' }))
    expect(await screen.findByText('Product updated successfully')).toBeTruthy()
    expect(shownToasts()).toEqual(['Product updated successfully'])
    expect(puts(started)[1]).toMatchObject({ name: 'Mine', description: 'theirs', version: version + 1 })
    expect(await started.stored(id)).toMatchObject({ name: 'Mine', description: 'theirs' })
    await waitFor(() => expect(bar()).toBeNull())
    expect([field('Name').value, field('Short Description').value]).toEqual(['Mine', 'theirs'])
  })

  test('reloading shows theirs, also outside the form', async () => {
    const { started, dialog } = await clash()
    await started.user.click(dialog.getByRole('button', { name: 'Reload' }))
    expect(field('Name').value).toBe('Theirs')
    expect(await title('Theirs')).toBeTruthy()
    expect(bar()).toBeNull()
    expect(puts(started)).toHaveLength(1)
  })

  test('going on with editing loses nothing', async () => {
    const { started, dialog } = await clash()
    await started.user.click(dialog.getByRole('button', { name: 'Keep editing' }))
    expect(field('Name').value).toBe('Mine')
    expect(bar()).toBeTruthy()
  })
})

describe('Delete Product', () => {
  test('asks with the exact text and the consequence, deletes, and goes to the list without asking about edits', async () => {
    const started = await start()
    const { id } = await started.add({}, [{ name: 'Day', price: 2, keys: ['A', 'B'] }])
    await open(started, id)
    await retype(started, 'Name', 'Unsaved')
    await started.user.click(screen.getByRole('button', { name: 'Delete Product' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(dialog.getByText('Are you sure you want to delete this product? This action cannot be undone.')).toBeTruthy()
    expect(
      dialog.getByText('2 unsold keys will be deleted with the product and its 1 variant; sold keys stay with their orders.'),
    ).toBeTruthy()
    await started.user.click(dialog.getByRole('button', { name: 'Delete Product' }))
    expect(await screen.findByText('Product deleted successfully')).toBeTruthy()
    await waitFor(() => expect(started.router.state.location.pathname).toBe('/products'))
    expect((await started.server.call('GET', `/products/id/${id}`)).status).toBe(404)
    await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull())
    started.router.history.back()
    await waitFor(() => expect(started.router.state.location.pathname).toBe('/beside'))
    expect(shownToasts()).toEqual(['Product deleted successfullyUndo'])
    await started.go(`/products/${id}`)
    expect(await screen.findByText('Product not found')).toBeTruthy()
    expect(screen.queryByRole('textbox')).toBeNull()
    await started.user.click(screen.getByRole('link', { name: 'Look in Activity' }))
    const place = `/products/${id}?panel=activity&activity_thing=product&activity_id=${id}`
    await waitFor(() => expect(started.router.state.location.href).toBe(place))
  })

  test('deletes nothing without a confirmation, and shows a failure', async () => {
    const started = await start()
    const { id } = await started.add()
    await open(started, id)
    await started.user.click(screen.getByRole('button', { name: 'Delete Product' }))
    await started.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel' }))
    expect(started.sent('DELETE')).toEqual([])
    await started.breakTable('product')
    await started.user.click(screen.getByRole('button', { name: 'Delete Product' }))
    await started.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete Product' }))
    expect(await screen.findByText('Failed to delete product')).toBeTruthy()
    expect(await title('Aurora')).toBeTruthy()
  })
})

describe('a product that somebody else has deleted', () => {
  async function lose() {
    const started = await start()
    const { id } = await started.add()
    await open(started, id)
    await retype(started, 'Name', 'Mine')
    await started.server.call('DELETE', `/admin/products/${id}`)
    return { ...started, id }
  }
  const note = async () => within((await screen.findByText('This product was deleted.')).closest('[role=alert]')!)

  test('says so; what was typed stays, a save gives the reason, and a link shows where it can be restored', async () => {
    const { user, router, queries, id, call, stored } = await lose()
    await user.click(saveButton())
    expect(await screen.findByText('Failed to update product')).toBeTruthy()
    expect(within(bar()!).getByText('Product not found')).toBeTruthy()
    await user.click((await note()).getByRole('button', { name: 'Restore in Activity' }))
    const place = `/products/${id}?panel=activity&activity_thing=product&activity_id=${id}`
    await waitFor(() => expect(router.state.location.href).toBe(place))
    expect(field('Name').value).toBe('Mine')
    const { data } = await call('GET', `/admin/activity?subject_kind=product&subject_id=${id}&kind=delete`)
    await call('POST', `/admin/activity/${(data as { id: number }[])[0]!.id}/restore`, {})
    await queries.invalidateQueries({ queryKey: queryKeys.everything })
    await waitFor(() => expect(screen.queryByText('This product was deleted.')).toBeNull())
    await user.click(saveButton())
    expect(await screen.findByText('Product updated successfully')).toBeTruthy()
    expect(await stored(id)).toMatchObject({ name: 'Mine' })
  })

  test('is reported by a refetch too', async () => {
    const { queries, id } = await lose()
    await queries.invalidateQueries({ queryKey: queryKeys.product(id) })
    expect(await note()).toBeTruthy()
    expect(field('Name').value).toBe('Mine')
  })

  test('is marked for a role that may only read, without a place to restore it', async () => {
    const { session, queries, id } = await lose()
    const { username, email } = testAdmin
    act(() => session.update({ username, email, role: 'support', permissions: [...permissionsOf.support] }))
    await queries.invalidateQueries({ queryKey: queryKeys.product(id) })
    expect((await note()).queryByRole('button')).toBeNull()
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  test('counts as deleted if it is deleted again', async () => {
    const { user, router } = await lose()
    await user.click(screen.getByRole('button', { name: 'Delete Product' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete Product' }))
    expect(await screen.findByText('Product deleted successfully')).toBeTruthy()
    await waitFor(() => expect(router.state.location.pathname).toBe('/products'))
  })
})

test('leaving with unsaved edits asks first', async () => {
  const started = await start()
  await open(started, (await started.add()).id)
  await started.user.type(field('New Question'), 'half a question')
  void started.go('/beside')
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Leave without saving?' }))
  expect(dialog.getByText('Not saved: a question that was not added.')).toBeTruthy()
  await started.user.click(dialog.getByRole('button', { name: 'Stay' }))
  expect(field('New Question').value).toBe('half a question')
  void started.go('/beside')
  await started.user.click(await screen.findByRole('button', { name: 'Leave' }))
  expect(await screen.findByText('Another page')).toBeTruthy()
})

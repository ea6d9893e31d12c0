import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { findEditor, startBeside } from '../testing.tsx'
import { ProductPage } from './page.tsx'

async function open(fields: object) {
  const started = await startBeside(<ProductPage />, '/products/$id')
  const { id } = await started.add(fields)
  await started.go(`/products/${id}`)
  await findEditor()
  const save = async () => {
    await started.user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(screen.queryByText(/\d changes? in/)).toBeNull())
    return started.stored(id)
  }
  return { ...started, id, save }
}

const textbox = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const isDisabled = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name }).disabled
const summary = () => within(screen.getByRole('region', { name: 'Unsaved changes' })).getByRole('status').textContent

test('a question needs both parts to be added, is edited in place, moved and removed; only Save Changes stores it', async () => {
  const { user, sent, save } = await open({
    faq: [
      { question: 'one', answer: '1' },
      { question: 'two', answer: '2' },
    ],
  })
  expect(isDisabled('Add FAQ')).toBe(true)
  await user.type(textbox('New Question'), 'three')
  expect(isDisabled('Add FAQ')).toBe(true)
  await user.type(textbox('New Answer'), ' ')
  expect(isDisabled('Add FAQ')).toBe(true)
  await user.type(textbox('New Answer'), '3')
  await user.click(screen.getByRole('button', { name: 'Add FAQ' }))
  expect(textbox('New Question').value).toBe('')
  await user.click(screen.getByRole('button', { name: 'Move question 3 up' }))
  await user.click(screen.getByRole('button', { name: 'Remove question 1' }))
  await user.type(textbox('Answer 2'), '2')
  expect(summary()).toBe('3 changes in FAQ')
  expect(sent('PUT')).toEqual([])
  expect((await save()).faq).toEqual([
    { question: 'three', answer: '3' },
    { question: 'two', answer: '22' },
  ])
})

test('an update needs all three parts to be added; stored updates are edited and removed', async () => {
  const { user, save } = await open({
    updates: [
      { title: 'New', date: '2026-11-20', description: '<p>new</p>' },
      { title: 'Old', date: '2026-10-01', description: '<p>old</p>' },
    ],
  })
  expect(screen.getByLabelText<HTMLInputElement>('New Update Date').value).toBe('')
  await user.type(textbox('New Update Title'), 'x')
  await user.type(screen.getByLabelText('New Update Date'), '2026-11-21')
  expect(isDisabled('Add Update')).toBe(true)
  expect(screen.getByText('11/20/2026 · new')).toBeTruthy()

  await user.click(screen.getByRole('button', { name: 'Edit update 2: Old' }))
  await user.type(textbox('Update 2 Title'), 'er')
  await user.click(screen.getByRole('button', { name: 'Remove update 1' }))
  const notAdded = 'Save Changes does not store an update that was not added.'
  expect(summary()).toBe(`2 changes in Updates${notAdded}`)
  expect((await save()).updates).toEqual([{ title: 'Older', date: '2026-10-01', description: '<p>old</p>' }])
  expect(summary()).toBe(notAdded)
})

test('updates show newest first, and the next save stores that order', async () => {
  const { user, save } = await open({
    updates: [
      { title: 'Old', date: '2026-10-01', description: '<p>old</p>' },
      { title: 'New', date: '2026-11-20', description: '<p>new</p>' },
    ],
  })
  const edits = screen.getAllByRole('button', { name: /^Edit update/ })
  expect(edits.map((button) => button.getAttribute('aria-label'))).toEqual(['Edit update 1: New', 'Edit update 2: Old'])
  await user.click(edits[1]!)
  await user.type(textbox('Update 2 Title'), 'er')
  expect(summary()).toBe('1 change in Updates')
  expect((await save()).updates.map(({ title }) => title)).toEqual(['New', 'Older'])
})

test('a problem in a closed update opens it', async () => {
  const { user, sent } = await open({ updates: [{ title: 'Old', date: '2026-10-01', description: '<p>old</p>' }] })
  await user.click(screen.getByRole('button', { name: 'Edit update 1: Old' }))
  await user.clear(textbox('Update 1 Title'))
  await user.click(screen.getByRole('button', { name: /^Close update 1/ }))
  await user.keyboard('{Control>}s{/Control}')
  expect(await screen.findByText('Title is required')).toBeTruthy()
  expect(document.activeElement).toBe(textbox('Update 1 Title'))
  await user.click(screen.getByRole('button', { name: /^Close update 1/ }))
  expect(screen.queryByRole('textbox', { name: 'Update 1 Title' })).toBeNull()
  await user.keyboard('{Control>}s{/Control}')
  expect(await screen.findByText('Title is required')).toBeTruthy()
  expect(sent('PUT')).toEqual([])
  // It stays open while the problem is mended.
  await user.keyboard('Newer')
  expect(textbox('Update 1 Title').value).toBe('Newer')
})

test('the keyboard stays in the list when an item is added, moved or removed', async () => {
  const { user } = await open({
    faq: [
      { question: 'one', answer: '1' },
      { question: 'two', answer: '2' },
    ],
    updates: [{ title: 'Old', date: '2026-10-01', description: '<p>old</p>' }],
  })
  const press = async (name: string) => {
    screen.getByRole('button', { name }).focus()
    await user.keyboard('{Enter}')
  }
  const focused = () => document.activeElement
  const isIn = (region: string) => focused() !== document.body && screen.getByRole('region', { name: region }).contains(focused())
  await user.type(textbox('New Question'), 'three')
  await user.type(textbox('New Answer'), '3')
  await press('Add FAQ')
  expect(focused()).toBe(textbox('New Question'))
  await press('Move question 3 up')
  expect(focused()).toBe(screen.getByRole('button', { name: 'Move question 2 up' }))
  await user.keyboard('{Enter}')
  // It is the first one now.
  expect(focused()).toBe(screen.getByRole('button', { name: 'Move question 1 down' }))
  for (let left = 3; left > 0; left -= 1) {
    await press('Remove question 1')
    expect(isIn('FAQ')).toBe(true)
  }
  await press('Remove update 1')
  expect(isIn('Updates')).toBe(true)
})

test('a question and an open update keep the focus and stay open through a save and a refetch of the product', async () => {
  const { user, id, save, call, server, network } = await open({
    faq: [
      { question: 'one', answer: '1' },
      { question: 'two', answer: '2' },
    ],
    updates: [
      { title: 'New', date: '2026-11-20', description: '<p>new</p>' },
      { title: 'Old', date: '2026-10-01', description: '<p>old</p>' },
    ],
  })
  await user.click(screen.getByRole('button', { name: 'Remove question 1' }))
  await user.click(screen.getByRole('button', { name: 'Remove update 1' }))
  await user.click(screen.getByRole('button', { name: 'Edit update 1: Old' }))
  await user.type(textbox('Update 1 Title'), 'er')
  const release = network.holdNext(/PUT/)
  await user.keyboard('{Control>}s{/Control}')
  await screen.findAllByRole('button', { name: 'Saving...' })
  await user.keyboard(' still')
  release()
  await waitFor(() => expect(summary()).toBe('1 change in Updates'))
  expect(document.activeElement).toBe(textbox('Update 1 Title'))
  await user.keyboard(' typing')
  expect(textbox('Update 1 Title').value).toBe('Older still typing')

  // A colleague adds a question; the refetch after publishing a variant brings it.
  const { version } = (await call('GET', `/products/id/${id}`))['data'] as { version: number }
  const faq = [
    { question: 'two', answer: '2' },
    { question: 'three', answer: '3' },
  ]
  await server.call('PUT', `/admin/products/${id}`, { faq, version })
  await user.click(screen.getByRole('button', { name: 'Add Variant' }))
  // The new variant opens and gets the focus.
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Variant Name' })))
  await user.click(screen.getByRole('button', { name: 'Save Variant' }))
  expect(await screen.findByRole('textbox', { name: 'Question 2' })).toBeTruthy()
  await user.type(textbox('Answer 1'), '2')
  expect((await save()).faq).toEqual([
    { question: 'two', answer: '22' },
    { question: 'three', answer: '3' },
  ])
  expect(document.activeElement).toBe(textbox('Answer 1'))
  expect(textbox('Update 1 Title').value).toBe('Older still typing')
})

test('an open update stays the same one when a save or a colleague moves it', async () => {
  const { user, id, save, server, stored, queries } = await open({
    updates: [
      { title: 'New', date: '2026-11-20', description: '<p>new</p>' },
      { title: 'Old', date: '2026-10-01', description: '<p>old</p>' },
    ],
  })
  await user.click(screen.getByRole('button', { name: 'Edit update 1: New' }))
  await user.type(textbox('Update 1 Title'), 'er ')
  fireEvent.change(screen.getByLabelText('Update 1 Date'), { target: { value: '2026-09-01' } })
  screen.getByLabelText('Update 1 Date').focus()
  await save()
  expect(await screen.findByRole('button', { name: 'Close update 2: Newer' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Edit update 1: Old' })).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Update 2 Date'))

  const { version, updates } = await stored(id)
  await server.call('PUT', `/admin/products/${id}`, {
    updates: [{ title: 'Theirs', date: '2026-11-25', description: '<p>x</p>' }, ...updates],
    version,
  })
  await queries.invalidateQueries()
  expect(await screen.findByRole('button', { name: 'Close update 3: Newer' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Edit update 1: Theirs' })).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Update 3 Date'))

  // An edit of the list keeps theirs out until it is discarded.
  await user.type(textbox('Update 3 Title'), 'mine')
  const now = await stored(id)
  await server.call('PUT', `/admin/products/${id}`, { updates: now.updates.slice(1).toReversed(), version: now.version })
  await queries.invalidateQueries()
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  expect(await screen.findByRole('button', { name: 'Close update 2: Newer' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Edit update 1: Old' })).toBeTruthy()
})

test('a question keeps the focus when a colleague removes the one above', async () => {
  const { user, id, save, server, stored, queries } = await open({
    faq: [
      { question: 'one', answer: '1' },
      { question: 'two', answer: '2' },
    ],
  })
  await user.click(textbox('Answer 2'))
  const { version, faq } = await stored(id)
  await server.call('PUT', `/admin/products/${id}`, { faq: faq.slice(1), version })
  await queries.invalidateQueries()
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Question 2' })).toBeNull())
  await user.keyboard('2')
  expect((await save()).faq).toEqual([{ question: 'two', answer: '22' }])
})

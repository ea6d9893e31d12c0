import { createMemoryHistory } from '@tanstack/react-router'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import { text as readAll } from 'node:stream/consumers'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { makeToken } from '../../../test/make-token.ts'
import { createPageRouter } from '../../../test/page-router.tsx'
import { show } from '../../../test/show.tsx'
import type { Transport } from '../../api/call.ts'
import { createClient } from '../../app/client.ts'
import { createSession, storedAs } from '../../session/session.ts'
import { ProductPage } from './editor/page.tsx'
import { ProductsPage } from './page.tsx'

/** A product of a foreign host: basic calls alone, no envelopes, versions or stock, keys inline, nulls. */
const aurora = {
  id: 5,
  name: 'Aurora',
  description: null,
  category: 'cheats',
  game_name: '-',
  update_status: 'Paused',
  detection_status: 'Testing',
  requirements: null,
  thumbnail: '',
  faq: null,
  updates: [{ title: 'Old', date: '2026-10-01T08:00:00Z', description: 'bare' }],
  variants: [{ id: 9, product_id: 5, name: 'Day', price: 4, keys: [{ id: 1, variant_id: 9, value: 'A' }] }],
}
const { keys: _, ...lazyVariant } = aurora.variants[0]!
type Answers = Record<string, { readonly status?: number; readonly body?: unknown; readonly isHeld?: Promise<void> }>

interface Sent {
  readonly call: string
  readonly body: unknown
}

async function open(url: string, answers: Answers) {
  const sent: Sent[] = []
  const reply = async (request: IncomingMessage, response: ServerResponse) => {
    const text = await readAll(request)
    const call = `${request.method} ${request.url}`
    if (request.method !== 'OPTIONS') sent.push({ call, body: text === '' ? undefined : JSON.parse(text) })
    const answer: Answers[string] = answers[call] ?? { status: request.method === 'OPTIONS' ? 204 : 404 }
    await answer.isHeld
    const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*', 'access-control-allow-methods': '*' }
    response.writeHead(answer.status ?? 200, cors).end(answer.body === undefined ? undefined : JSON.stringify(answer.body))
  }
  const server = createServer((request, response) => void reply(request, response))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => server.close().closeAllConnections())

  localStorage.setItem(storedAs.token, makeToken({}))
  localStorage.setItem(storedAs.user, JSON.stringify({ username: 'ada', email: 'ada@example.com' }))
  const page = url === '/products' ? <ProductsPage /> : <ProductPage />
  const router = createPageRouter(page, { path: url, history: createMemoryHistory({ initialEntries: [url] }) })
  const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const transport: Transport = (address, init) => fetch(address, { ...init, signal: undefined })
  const session = createSession(localStorage)
  show(router, { client: createClient({ host, transport, session }), session })
  return { user: userEvent.setup(), sent }
}

test('shows a bare list without stock', async () => {
  await open('/products', { 'GET /admin/products': { body: [aurora, { ...aurora, id: 6, name: 'Borealis', variants: [lazyVariant] }] } })
  const known = await screen.findByRole('link', { name: /Aurora/ })
  expect(known.textContent).toMatch(/Testing.*Paused.*\$4\.00.*1 key in stock/)
  expect(screen.getByRole('link', { name: /Borealis/ }).textContent).not.toContain('in stock')
  // Changing several at once is not among the basic calls.
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('the table has the same columns while it loads', async () => {
  localStorage.setItem('preferred-products-view', 'table')
  const { promise, resolve } = Promise.withResolvers<void>()
  await open('/products', { 'GET /admin/products': { body: [aurora], isHeld: promise } })
  const titles = () => [...document.querySelectorAll('th')].map(({ textContent }) => textContent)
  await waitFor(() => expect(titles()).toEqual(['Name', 'Status', 'Price', 'Stock']))
  expect(screen.queryByRole('table')).toBeNull()
  resolve()
  await screen.findByRole('table', { name: 'Products' })
  expect(titles()).toEqual(['Name', 'Status', 'Price', 'Stock'])
})

test('a bad product is left out alone', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const list = [aurora, null, 'Cirrus', { ...aurora, id: 'six', name: 'Dawn' }, { ...aurora, id: '7', name: 'Borealis' }]
  await open('/products', { 'GET /admin/products': { body: list } })
  expect(await screen.findByRole('link', { name: /Aurora/ })).toBeTruthy()
  expect(screen.getByRole('link', { name: /Borealis/ }).getAttribute('href')).toBe('/products/7')
  expect(screen.queryByText(/Cirrus|Dawn/)).toBeNull()
})

test('a price sent as text is shown as a price', async () => {
  const variants = [{ ...lazyVariant, price: '4.99', stock: '12' }]
  await open('/products', { 'GET /admin/products': { body: [{ ...aurora, variants }] } })
  expect((await screen.findByRole('link', { name: /Aurora/ })).textContent).toMatch(/\$4\.99.*12 keys in stock/)
})

test('a save sends unknown fields back unchanged, and numbers as numbers', async () => {
  const more = { publisher: { name: 'x' }, rating: '4.5', created_at: 1_763_640_000, tags: [1, '2', null] }
  const images = [{ id: '3', type: 'image', url: '/a.webp', display_order: '1', alt: 'A' }]
  const sold = [{ ...lazyVariant, id: '9', product_id: '5', price: '4.99', stock: '3', sku: 'D1' }]
  const faq = [{ question: 'Why?', answer: 'Because', order: '1' }]
  const supported = { category: 'spoofers', anti_cheats_supported: ['Vanguard', 'FACEIT'] }
  const { user, sent } = await open('/products/5', {
    'GET /products/id/5': { body: { data: { ...aurora, ...more, ...supported, id: '5', media_items: images, variants: sold, faq } } },
    'PUT /admin/products/5': {},
  })
  expect((await screen.findByRole('button', { name: /^Day/ })).textContent).toMatch(/\$4\.99.*3 keys/)
  expect(screen.queryByRole('switch', { name: 'Sales Paused' })).toBeNull()
  await user.type(screen.getByRole('textbox', { name: 'Name' }), '!')
  await user.keyboard('{Control>}s{/Control}')
  expect(await screen.findByText('Product updated successfully')).toBeTruthy()
  expect(sent.find(({ call }) => call.startsWith('PUT'))?.body).not.toHaveProperty('sales_paused')
  expect(sent.find(({ call }) => call.startsWith('PUT'))?.body).toMatchObject({
    ...more,
    name: 'Aurora!',
    anti_cheats_supported: ['Vanguard'],
    media_items: [{ id: 3, type: 'image', url: '/a.webp', display_order: 1, alt: 'A' }],
    variants: [{ id: 9, product_id: 5, price: 4.99, stock: 3, sku: 'D1' }],
    faq,
  })
})

test('bad parts of a product are left out alone', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  await open('/products/5', {
    'GET /products/id/5': {
      body: {
        ...aurora,
        variants: [null, ...aurora.variants, { name: 'Week', price: 9 }],
        faq: ['Why?', { question: 'How?', answer: 'So' }],
        updates: [3, ...aurora.updates],
        media_items: [
          { type: 'image', url: '/no-id.webp' },
          { id: 4, type: 'video', url: 'https://vimeo.com/123/abc', display_order: 0 },
        ],
      },
    },
  })
  expect(await screen.findByRole('button', { name: /^Day/ })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Week/ })).toBeNull()
  expect(await screen.findByDisplayValue('How?')).toBeTruthy()
  expect(await screen.findByText('Old')).toBeTruthy()
  const media = within(await screen.findByRole('list', { name: 'Media' }))
  expect(media.getAllByRole('listitem')).toHaveLength(1)
  expect(media.getByText('123')).toBeTruthy()
  expect(media.getByRole('link', { name: 'Open video 1 where it is hosted' }).getAttribute('href')).toBe('https://vimeo.com/123/abc')
})

test('a product is saved whole, without a version, with unknown fields unchanged', async () => {
  const { user, sent } = await open('/products/5', {
    'GET /products/id/5': { body: aurora },
    'PUT /admin/products/5': { body: { message: 'ok' } },
  })
  await user.type(await screen.findByRole('textbox', { name: 'Short Description' }), 'mine')
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Detection Status' }).value).toBe('Testing')
  await user.keyboard('{Control>}s{/Control}')
  expect(await screen.findByText('Product updated successfully')).toBeTruthy()
  const body = sent.find(({ call }) => call.startsWith('PUT'))?.body
  expect(body).toMatchObject({
    id: 5,
    name: 'Aurora',
    description: 'mine',
    detection_status: 'Testing',
    update_status: 'Paused',
    game_name: '',
    featured: false,
    updates: [{ title: 'Old', date: '2026-10-01', description: 'bare' }],
    variants: aurora.variants,
  })
  expect(body).not.toHaveProperty('version')
})

test('field errors of a refusal show at the fields, and the first is focused', async () => {
  const refusal = { status: 400, body: { message: 'No', code: 'invalid_input', fields: { instructions: 'Too rude', name: 'Taken' } } }
  const { user } = await open('/products/5', { 'GET /products/id/5': { body: aurora }, 'PUT /admin/products/5': refusal })
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), '!')
  await user.keyboard('{Control>}s{/Control}')
  expect(await screen.findByText('Failed to update product')).toBeTruthy()
  expect(await screen.findByText('Too rude')).toBeTruthy()
  expect(screen.getByText('Taken')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' })))
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Aurora!')
})

test('keys that came with the product are not fetched again, and are saved by basic calls alone', async () => {
  const { user, sent } = await open('/products/5', { 'GET /products/id/5': { body: aurora }, 'PUT /admin/variants/9': {} })
  await user.click(await screen.findByRole('button', { name: /^Day/ }))
  const keys = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Keys' })
  expect(keys.value).toBe('•••• 1 ••••')
  expect(screen.queryByRole('spinbutton', { name: 'Max per order' })).toBeNull()
  await user.type(keys, '{Enter}B')
  await user.click(screen.getByRole('button', { name: 'Save Variant' }))
  expect(await screen.findByText('Variant updated successfully')).toBeTruthy()
  expect(sent.find(({ call }) => call === 'PUT /admin/variants/9')?.body).toEqual({ name: 'Day', price: 4, keys: ['A', 'B'] })
  expect(sent.some(({ call }) => call === 'GET /admin/variants/9')).toBe(false)
})

test('keys may be plain texts; an answer without keys is a failure, not an empty stock', async () => {
  const product = { ...aurora, variants: [lazyVariant, { ...lazyVariant, id: 10, name: 'Week' }] }
  const { user } = await open('/products/5', {
    'GET /products/id/5': { body: { data: product } },
    'GET /admin/variants/9': { body: { ...lazyVariant, keys: ['A', 'B'] } },
    'GET /admin/variants/10': { body: { ...lazyVariant, id: 10, keys: null } },
  })
  await user.click(await screen.findByRole('button', { name: /^Day/ }))
  await user.click(await screen.findByRole('button', { name: 'Show keys' }))
  await screen.findByRole('button', { name: 'Copy all' })
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Keys' }).value).toBe('A\nB')
  await user.click(screen.getByRole('button', { name: /^Week/ }))
  expect(await screen.findByText('Failed to fetch variant')).toBeTruthy()
})

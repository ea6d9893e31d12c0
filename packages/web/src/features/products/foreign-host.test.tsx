import { createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text as readAll } from 'node:stream/consumers'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { makeToken } from '../../../test/make-token.ts'
import { show } from '../../../test/show.tsx'
import type { Transport } from '../../api/call.ts'
import { createClient } from '../../app/client.ts'
import { createSession, storedAs } from '../../session/session.ts'
import { ProductPage } from './product-page.tsx'
import { ProductsPage } from './products-page.tsx'

/** Somebody else's server: the calls of the specification alone, no envelopes, no versions, no stock, keys inline, nulls. */
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
type Answers = Record<string, { readonly status?: number; readonly body?: unknown }>

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
    const answer = answers[call] ?? { status: request.method === 'OPTIONS' ? 204 : 404 }
    const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*', 'access-control-allow-methods': '*' }
    response.writeHead(answer.status ?? 200, cors).end(answer.body === undefined ? undefined : JSON.stringify(answer.body))
  }
  const server = createServer((request, response) => void reply(request, response))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => server.close().closeAllConnections())

  localStorage.setItem(storedAs.token, makeToken({}))
  localStorage.setItem(storedAs.user, JSON.stringify({ username: 'ada', email: 'ada@example.com' }))
  const root = createRootRoute()
  const routes = [
    createRoute({ getParentRoute: () => root, path: '/products', component: ProductsPage }),
    createRoute({ getParentRoute: () => root, path: '/products/$id', component: ProductPage }),
  ]
  const router = createRouter({ routeTree: root.addChildren(routes), history: createMemoryHistory({ initialEntries: [url] }) })
  const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const transport: Transport = (address, init) => fetch(address, { ...init, signal: undefined })
  const session = createSession(localStorage)
  show(router, { client: createClient({ host, transport, session }), session })
  return { user: userEvent.setup(), sent }
}

test('a bare list without stock shows what there is', async () => {
  await open('/products', { 'GET /admin/products': { body: [aurora, { ...aurora, id: 6, name: 'Borealis', variants: [lazyVariant] }] } })
  const known = await screen.findByRole('link', { name: /Aurora/ })
  expect(known.textContent).toMatch(/Testing.*Paused.*\$4\.00.*1 key in stock/)
  expect(screen.getByRole('link', { name: /Borealis/ }).textContent).not.toContain('in stock')
})

test('a product is saved whole, without a version, with what the contract does not know left as it was', async () => {
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

test('the field errors of a refusal stand at the fields, and the first is focused', async () => {
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

test('keys that came with the product are not asked for again, and are saved by the spec alone', async () => {
  const { user, sent } = await open('/products/5', { 'GET /products/id/5': { body: aurora }, 'PUT /admin/variants/9': {} })
  await user.click(await screen.findByRole('button', { name: /^Day/ }))
  const keys = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Keys' })
  expect(keys.value).toBe('A')
  await user.type(keys, '{Enter}B')
  await user.click(screen.getByRole('button', { name: 'Save Variant' }))
  expect(await screen.findByText('Variant updated successfully')).toBeTruthy()
  expect(sent.find(({ call }) => call === 'PUT /admin/variants/9')?.body).toEqual({ name: 'Day', price: 4, keys: ['A', 'B'] })
  expect(sent.some(({ call }) => call === 'GET /admin/variants/9')).toBe(false)
})

test('keys that are bare texts are read too; an answer without keys is a failure, not an empty stock', async () => {
  const product = { ...aurora, variants: [lazyVariant, { ...lazyVariant, id: 10, name: 'Week' }] }
  const { user } = await open('/products/5', {
    'GET /products/id/5': { body: { data: product } },
    'GET /admin/variants/9': { body: { ...lazyVariant, keys: ['A', 'B'] } },
    'GET /admin/variants/10': { body: { ...lazyVariant, id: 10, keys: null } },
  })
  await user.click(await screen.findByRole('button', { name: /^Day/ }))
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Keys' })).value).toBe('A\nB')
  await user.click(screen.getByRole('button', { name: /^Week/ }))
  expect(await screen.findByText('Failed to fetch variant')).toBeTruthy()
})

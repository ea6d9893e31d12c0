import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import openapiTS, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApiDocument } from './document.ts'

const root = join(import.meta.dirname, '../../../../..')
const tsc = join(root, 'node_modules/typescript/bin/tsc')

/** Storefront code that uses a client generated from the document. */
const storefront = `
import createClient from 'openapi-fetch'
import type { Coupon, Order, paths, Product, Refusal, StoreOrder, Variant } from './api.ts'

const keydesk = createClient<paths>({ baseUrl: 'http://127.0.0.1:4000', headers: { Authorization: 'Bearer kd_1' } })

export async function sell(variantId: number): Promise<StoreOrder> {
  const { data, error } = await keydesk.POST('/store/purchases', {
    params: { header: { 'Idempotency-Key': 'cart-1' } },
    body: { customer_email: 'ann@example.com', items: [{ variant_id: variantId, quantity: 1 }] },
  })
  if (error) throw new Error((error satisfies Refusal).code)
  return data.data
}

export async function firstOrder(): Promise<Order | undefined> {
  const { data } = await keydesk.GET('/admin/purchases/orders', { params: { query: { status: 'pending', limit: 1 } } })
  return data?.data[0]
}

export const isOver = ({ status }: Order): boolean => status === 'cancelled' || status === 'expired'
export const namesOf = (products: Product[], variants: Variant[]): string[] => [...products, ...variants].map(({ name }) => name)
export const isFree = ({ discount_type }: Coupon): boolean => discount_type === 'free_license'
`

const mistakes = `
import createClient from 'openapi-fetch'
import type { Order, paths } from './api.ts'

const keydesk = createClient<paths>()
export const status: Order['status'] = 'lost' // wrong
void keydesk.GET('/admin/nothing', {}) // wrong
void keydesk.POST('/store/purchases', { body: { items: [] } }) // wrong
`

let folder: string
let output: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keydesk-client-'))
  const document = JSON.stringify(openApiDocument({ version: '1.2.3', serverUrl: 'http://127.0.0.1:4000' }))
  const options = { rootTypes: true, rootTypesNoSchemaPrefix: true, rootTypesKeepCasing: true }
  await writeFile(join(folder, 'api.ts'), astToString(await openapiTS(document, options)))
  await writeFile(join(folder, 'storefront.ts'), storefront)
  await writeFile(join(folder, 'mistakes.ts'), mistakes)
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  output = await compile('storefront.ts', 'mistakes.ts')
})

afterAll(() => rm(folder, { recursive: true, force: true }))

async function compile(...files: string[]): Promise<string> {
  const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--noUnusedLocals']
  const options = ['--noEmit', '--target', 'esnext', '--module', 'nodenext', '--allowImportingTsExtensions', '--types', 'node']
  const run = promisify(execFile)(process.execPath, [tsc, ...strict, ...options, ...files], { cwd: folder })
  return run.then(
    ({ stdout }) => stdout,
    (error: { stdout: string }) => error.stdout,
  )
}

test('a generated client compiles under strict, with a type for each named object', () => {
  expect(output.split('\n').filter((line) => /^\S/.test(line) && !line.startsWith('mistakes.ts'))).toEqual([])
})

test('its types refuse a state, an address and a body that the API does not have', () => {
  const lines = [...output.matchAll(/^mistakes\.ts\((\d+),/gm)].map(([, line]) => Number(line))
  const wrong = mistakes.split('\n').flatMap((line, index) => (line.endsWith('// wrong') ? [index + 1] : []))
  expect(lines).toEqual(wrong)
})

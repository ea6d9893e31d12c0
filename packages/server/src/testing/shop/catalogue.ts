import type { NewProduct, Product, ProductInput, SubjectKind, Variant, VariantInput } from '@keydesk/contract'
import { expect } from 'vitest'
import type { KeyState } from '../../db/schema/keys.ts'
import type { TestApp } from '../../testing.ts'
import { readChanges } from '../../modules/activity/activity.service.ts'

interface Answer {
  readonly status: number
  readonly body: never
}

/** The data of a success. A refusal fails the test with the server's message. */
export function dataOf({ status, body }: Answer): unknown {
  expect({ status, body }).toMatchObject({ status: 200 })
  return (body as { data: unknown }).data
}

export const makeProduct = async (app: TestApp, input: Partial<NewProduct> = {}): Promise<Product> =>
  dataOf(await app.call('POST', '/admin/products', { name: 'Aim', ...input })) as Product

export const listProducts = async (app: TestApp): Promise<Product[]> => dataOf(await app.call('GET', '/admin/products')) as Product[]

export const readProduct = async (app: TestApp, id: number): Promise<Product> =>
  dataOf(await app.call('GET', `/products/id/${id}`)) as Product

export const saveProduct = async (app: TestApp, id: number, input: ProductInput): Promise<Product> =>
  dataOf(await app.call('PUT', `/admin/products/${id}`, input)) as Product

/** Makes a product with one variant that has these keys. Returns the variant. */
export async function makeVariant(app: TestApp, keys: string[] = [], more: { name?: string; price?: number } = {}): Promise<Variant> {
  const product = await makeProduct(app)
  return dataOf(
    await app.call('POST', '/admin/variants/', { product_id: product.id, name: 'Month', price: 9.99, keys, ...more }),
  ) as Variant
}

export const readVariant = async (app: TestApp, id: number): Promise<Variant> =>
  dataOf(await app.call('GET', `/admin/variants/${id}`)) as Variant

export const saveVariant = async (app: TestApp, id: number, input: VariantInput): Promise<Variant> =>
  dataOf(await app.call('PUT', `/admin/variants/${id}`, input)) as Variant

export const valuesOf = (variant: Variant): string[] => variant.keys.map((key) => key.value)

/** Changes the state of keys and updates the stock, as a sale does. */
export async function moveKeys({ deps }: TestApp, variantId: number, values: string[], state: KeyState): Promise<void> {
  await deps.db.updateTable('license_key').set({ state }).where('variant_id', '=', variantId).where('value', 'in', values).execute()
  const { count } = deps.db.fn
  const { stock } = await deps.db
    .selectFrom('license_key')
    .select(count<number>('id').as('stock'))
    .where('variant_id', '=', variantId)
    .where('state', '=', 'available')
    .executeTakeFirstOrThrow()
  await deps.db.updateTable('variant').set({ stock }).where('id', '=', variantId).execute()
}

/** Every variant's `stock` must equal the number of its available keys. */
export async function expectStockToAddUp({ deps }: TestApp): Promise<void> {
  const variants = await deps.db.selectFrom('variant').select(['id', 'stock']).orderBy('id').execute()
  const keys = await deps.db.selectFrom('license_key').select('variant_id').where('state', '=', 'available').execute()
  const counts = Map.groupBy(keys, (key) => key.variant_id)
  expect(variants).toEqual(variants.map(({ id }) => ({ id, stock: counts.get(id)?.length ?? 0 })))
}

/** Everything that people or a storefront can change, to prove that a refusal changed nothing. */
export async function everythingStored({ deps }: TestApp) {
  const catalogue = [
    'product',
    'variant',
    'license_key',
    'key_import',
    'key_replacement',
    'key_event',
    'media_item',
    'game',
    'activity',
  ] as const
  const sales = ['coupon', 'orders', 'order_item', 'refund', 'refund_item', 'referral', 'payout', 'announcement', 'app_user'] as const
  const tables = [...catalogue, ...sales]
  return Promise.all(tables.map((table) => deps.db.selectFrom(table).selectAll().orderBy('id').execute()))
}

/** The changes to one kind of thing, oldest first, without time and person. Reads of keys are left out. */
export async function activityOf({ deps }: TestApp, kind: SubjectKind) {
  const rows = await deps.db
    .selectFrom('activity')
    .selectAll()
    .where('subject_kind', '=', kind)
    .where('kind', '<>', 'read')
    .orderBy('id')
    .execute()
  return rows.map(({ action, subject_id, changes }) => ({ action, subject_id, changes: readChanges(changes) }))
}

export interface RefusedCall {
  readonly call: readonly ['GET' | 'POST' | 'PUT' | 'DELETE', string, unknown?, { readonly token?: string }?]
  readonly status: number
  /** What the answer must contain besides a message and a code. */
  readonly says?: object
}

/** Makes each call and proves that it is refused in the usual format and changes nothing. */
export async function expectRefusals(app: TestApp, refusals: readonly RefusedCall[]): Promise<void> {
  const before = await everythingStored(app)
  for (const { call, status, says = {} } of refusals) {
    const answer = await app.call(...call)
    const shown = JSON.stringify(call).slice(0, 300)
    expect(answer, shown).toMatchObject({
      status,
      body: { message: expect.stringMatching(/./), code: expect.stringMatching(/^[a-z_]+$/), ...says },
    })
  }
  // Check once for all calls: a change by any of them would leave an activity row.
  expect(await everythingStored(app)).toEqual(before)
}

/** A save with every field. */
export const wholeProduct: ProductInput = {
  name: 'Aim Pro',
  description: 'Short',
  full_description: '<p>Long</p>',
  category: 'cheats',
  featured: true,
  unlisted: true,
  game_name: 'Valorant',
  cheat_type: 'external',
  has_day_keys: true,
  update_status: 'Updating',
  detection_status: 'Detected',
  requirements: '<ul><li>Windows</li></ul>',
  supported_on: 'Windows 11',
  instructions: 'Run <it> & wait',
  faq: [{ question: 'Safe?', answer: 'Yes' }],
  updates: [{ title: 'Patch', date: '2030-01-31', description: '<p>Fixed</p>' }],
}

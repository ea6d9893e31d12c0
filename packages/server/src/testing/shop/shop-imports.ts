import type { ShopImport, ShopImportForm, ShopImportPreview, StartedShopImport, UndoneShopImport } from '@keydesk/contract'
import { expect } from 'vitest'
import type { TestApp } from '../../testing.ts'
import { dataOf } from './catalogue.ts'

type Kind = ShopImportForm['kind']
type Format = ShopImportForm['format']

/** Sends a file of another shop as a browser does. */
export async function sendShop(
  app: TestApp,
  kind: Kind,
  format: Format,
  file: string | Uint8Array,
  query = '',
  { token = app.token, zone }: { readonly token?: string; readonly zone?: string | undefined } = {},
) {
  const field = (name: string, value: string) => `--XX\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const head = '--XX\r\ncontent-disposition: form-data; name="file"; filename="shop.csv"\r\ncontent-type: text/csv\r\n\r\n'
  const payload = Buffer.concat([
    Buffer.from(field('kind', kind) + field('format', format) + (zone === undefined ? '' : field('time_zone', zone)) + head),
    Buffer.from(file as string),
    Buffer.from('\r\n--XX--\r\n'),
  ])
  const headers = { authorization: token, 'content-type': 'multipart/form-data; boundary=XX' }
  const answer = await app.app.inject({ method: 'POST', url: `/admin/shop-imports${query}`, headers, payload })
  return { status: answer.statusCode, body: answer.json<never>() }
}

export const previewShop = async (
  app: TestApp,
  kind: Kind,
  format: Format,
  file: string | Uint8Array,
  zone?: string,
): Promise<ShopImportPreview> => dataOf(await sendShop(app, kind, format, file, '?dry_run=true', { zone })) as ShopImportPreview

/** Imports a file, and waits until it is stored. */
export async function importShop(
  app: TestApp,
  kind: Kind,
  format: Format,
  file: string | Uint8Array,
  zone?: string,
): Promise<StartedShopImport> {
  const { status, body } = await sendShop(app, kind, format, file, '', { zone })
  expect({ status, body }).toMatchObject({ status: 201 })
  return (body as { data: StartedShopImport }).data
}

export const listShopImports = async (app: TestApp): Promise<ShopImport[]> =>
  dataOf(await app.call('GET', '/admin/shop-imports')) as ShopImport[]

export const undoShop = async (app: TestApp, id: number, query = ''): Promise<UndoneShopImport> =>
  dataOf(await app.call('POST', `/admin/shop-imports/${id}/undo${query}`)) as UndoneShopImport

/** What a preview says of each row: its number, disposition and reason. */
export const rowsOf = ({ rows }: ShopImportPreview): string[] =>
  rows.map(({ row, disposition, reason = '' }) => `${row} ${disposition}: ${reason}`)

/** Imports orders of one unit of the product that `makeStock` makes. */
export const importOrders = (app: TestApp, orders: readonly { at: string; email: string; key: string }[]): Promise<StartedShopImport> =>
  importShop(
    app,
    'orders',
    'keydesk',
    csvOf([
      ['Order', 'Date', 'Email', 'Product', 'Variant', 'Quantity', 'Amount', 'Key'],
      ...orders.map(({ at, email, key }) => [key, at, email, 'Aim', 'Month', '1', '10', key]),
    ]),
  )

/** A CSV file of these rows. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')).join('\r\n')

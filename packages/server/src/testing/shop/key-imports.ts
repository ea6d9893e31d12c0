import type { KeyImport, KeyImportPreview, KeyHistory, StoredKeyImport, UndoneKeyImport } from '@keydesk/contract'
import { expect } from 'vitest'
import type { TestApp } from '../../testing.ts'
import { dataOf } from './catalogue.ts'

const list = (values: string[], more: object = {}) => ({ name: 'keys.txt', values, ...more })
const pathOf = (variantId: number) => `/admin/variants/${variantId}/key-imports`

export const preview = async (app: TestApp, variantId: number, values: string[]): Promise<KeyImportPreview> =>
  dataOf(await app.call('POST', `${pathOf(variantId)}?dry_run=true`, list(values))) as KeyImportPreview

export async function importKeyList(app: TestApp, variantId: number, values: string[], more: object = {}): Promise<StoredKeyImport> {
  const { status, body } = await app.call('POST', pathOf(variantId), list(values, more))
  expect({ status, body }).toMatchObject({ status: 201 })
  return (body as { data: StoredKeyImport }).data
}

export const listKeyImports = async (app: TestApp, variantId: number): Promise<KeyImport[]> =>
  dataOf(await app.call('GET', pathOf(variantId))) as KeyImport[]

export const undo = async (app: TestApp, importId: number): Promise<UndoneKeyImport> =>
  dataOf(await app.call('POST', `/admin/key-imports/${importId}/undo`)) as UndoneKeyImport

export const lookUp = async (app: TestApp, value: string): Promise<KeyHistory> =>
  dataOf(await app.call('POST', '/admin/keys/lookup', { value })) as KeyHistory

/** One line per event: what happened, who did it, in order. */
export const linesOf = ({ events }: KeyHistory): string[] =>
  events.map(({ kind, actor, order_id }) => `${kind} by ${actor}${order_id === undefined ? '' : ` in order ${order_id}`}`)

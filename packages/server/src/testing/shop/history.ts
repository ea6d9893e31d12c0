import type { ActivityRow } from '@keydesk/contract'
import { expect } from 'vitest'
import type { TestApp } from '../../testing.ts'
import { dataOf } from './catalogue.ts'

/** The history as this person sees it, newest first. */
export const readHistory = async (app: TestApp, query = '', token = app.token): Promise<ActivityRow[]> =>
  dataOf(await app.call('GET', `/admin/activity?${query}`, undefined, { token })) as ActivityRow[]

/** The newest entry with this action. */
export async function entryOf(app: TestApp, action: string): Promise<ActivityRow> {
  const found = (await readHistory(app, 'limit=500')).find((row) => row.action === action)
  expect(found, action).toBeDefined()
  return found!
}

export const restore = (app: TestApp, { id }: { readonly id: number }, field?: string, token = app.token) =>
  app.call('POST', `/admin/activity/${id}/restore`, { field }, { token })

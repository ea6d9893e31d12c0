import { announcement } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { ApiError } from './error.ts'
import { orStale, currentOrFetch } from './stale.ts'

const current = { id: 7, title: 'Theirs', content: '', created_at: null, version: 2 }
const refusal = (details: object = {}) => new ApiError('Somebody else saved', { code: 'stale_version', status: 409, ...details })
const fetched = { ...current, title: 'Fetched' }
const written: unknown[] = []
const storedNow = currentOrFetch(
  announcement,
  async () => fetched,
  (row) => written.push(row),
)
const outcome = (save: Promise<unknown>, stored: (current: unknown) => Promise<unknown> = storedNow) =>
  orStale(save, stored).catch((error: unknown) => error)

test('a save that succeeds, or fails for another reason, passes through', async () => {
  expect(await outcome(Promise.resolve('saved'))).toBe('saved')
  const taken = new ApiError('Taken', { code: 'conflict', status: 409, current })
  expect(await outcome(Promise.reject(taken))).toBe(taken)
})

test('a stale save rejects with the stored state, from the refusal or fetched, and writes it into the cache', async () => {
  expect(await outcome(Promise.reject(refusal({ current })))).toMatchObject({ name: 'StaleError', stored: current })
  for (const details of [{}, { current: { id: 'none' } }]) {
    expect(await outcome(Promise.reject(refusal(details)))).toMatchObject({ name: 'StaleError', stored: fetched })
  }
  expect(written).toEqual([current, fetched, fetched])
})

test('the refusal passes through if the stored state is unavailable', async () => {
  const stale = refusal()
  expect(await outcome(Promise.reject(stale), () => Promise.reject(new Error('unreachable')))).toBe(stale)
  expect(await outcome(Promise.reject(stale), async () => undefined)).toBe(stale)
})

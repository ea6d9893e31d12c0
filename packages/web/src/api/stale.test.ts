import { announcement } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { ApiError } from './error.ts'
import { orStale, toldOr } from './stale.ts'

const current = { id: 7, title: 'Theirs', content: '', created_at: null, version: 2 }
const refusal = (details: object = {}) => new ApiError('Somebody else saved', { code: 'stale_version', status: 409, ...details })
const asked = { ...current, title: 'Asked for' }
const storedNow = toldOr(announcement, async () => asked)
const outcome = (save: Promise<unknown>, stored: (current: unknown) => Promise<unknown> = storedNow) =>
  orStale(save, stored).catch((error: unknown) => error)

test('a save that is in time is left alone, and so is another refusal', async () => {
  expect(await outcome(Promise.resolve('saved'))).toBe('saved')
  const taken = new ApiError('Taken', { code: 'conflict', status: 409, current })
  expect(await outcome(Promise.reject(taken))).toBe(taken)
})

test('a stale save brings what the refusal told, or what was asked for', async () => {
  expect(await outcome(Promise.reject(refusal({ current })))).toMatchObject({ name: 'StaleError', stored: current })
  for (const details of [{}, { current: { id: 'none' } }]) {
    expect(await outcome(Promise.reject(refusal(details)))).toMatchObject({ name: 'StaleError', stored: asked })
  }
})

test('where what is stored cannot be had, the refusal stays one', async () => {
  const stale = refusal()
  expect(await outcome(Promise.reject(stale), () => Promise.reject(new Error('unreachable')))).toBe(stale)
  expect(await outcome(Promise.reject(stale), async () => undefined)).toBe(stale)
})

import { expect, test } from 'vitest'
import { createTestApp } from '../testing.ts'

test('health says what runs; ready waits for the migrations', async () => {
  const { app } = await createTestApp()
  const database = process.env['KEYDESK_TEST_DB']
  expect((await app.inject('/health')).json()).toEqual({ status: 'ok', version: expect.stringMatching(/^\d+\.\d+\.\d+$/), database })
  expect((await app.inject('/ready')).statusCode).toBe(200)

  const empty = await createTestApp({ migrated: false })
  expect((await empty.app.inject('/health')).statusCode).toBe(200)
  const answer = await empty.app.inject('/ready')
  expect(answer.statusCode).toBe(503)
  expect(answer.json()).toMatchObject({ code: 'not_migrated' })
  expect(answer.headers['retry-after']).toBe('1')
})

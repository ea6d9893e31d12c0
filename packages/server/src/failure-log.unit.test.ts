import pino from 'pino'
import { S3NetworkError } from 's3mini'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AppError } from './errors.ts'
import { FailureLog, outageOf } from './failure-log.ts'
import { storageAway } from './files/away.ts'

let lines: Record<string, unknown>[]
let failures: FailureLog

beforeEach(() => {
  vi.useFakeTimers()
  lines = []
  failures = new FailureLog(
    pino({ base: null, timestamp: false }, { write: (line: string) => void lines.push(JSON.parse(line) as object as never) }),
  )
})
afterEach(() => vi.useRealTimers())

const withCode = (code: string, message = 'secret') => Object.assign(new Error(message), { code })

test.each([
  ['database', withCode('ECONNREFUSED')],
  ['database', withCode('57P01')],
  ['database', new Error('Connection terminated unexpectedly')],
  ['database', withCode('CERT_HAS_EXPIRED')],
  ['database', new Error('The server does not support SSL connections')],
  ['database_timeout', withCode('57014')],
  ['database_timeout', new Error('Query read timeout')],
  ['database_timeout', withCode('SQLITE_BUSY')],
  ['disk', withCode('SQLITE_FULL')],
  ['disk', withCode('53100')],
  ['disk', withCode('ENOSPC')],
  ['disk', storageAway(withCode('ENOSPC'))],
  ['media_storage', storageAway(new S3NetworkError('fetch failed', 'ECONNREFUSED'))],
  [undefined, new TypeError('x is not a function')],
  [undefined, withCode('23505')],
  [undefined, withCode('ERR_JWS_SIGNATURE_VERIFICATION_FAILED')],
  [undefined, new AppError('unavailable', 'This server is about to stop')],
])('an outage is told apart: %s', (kind, error) => {
  expect(outageOf(error)).toBe(kind)
})

test('an outage is one line a second for each kind, with the number of errors that had none', () => {
  for (let call = 0; call < 500; call += 1) failures.report(withCode('ECONNREFUSED', 'connect ECONNREFUSED'), 'request failed')
  for (let call = 0; call < 20; call += 1) failures.report(storageAway(withCode('ENOSPC', 'no space left')), 'request failed')
  const first = { level: 40, outage: 'database', code: 'ECONNREFUSED', reason: 'connect ECONNREFUSED', msg: 'request failed' }
  expect(lines).toEqual([first, { level: 40, outage: 'disk', code: 'ENOSPC', reason: 'no space left', msg: 'request failed' }])

  lines = []
  vi.advanceTimersByTime(1_000)
  failures.report(withCode('ECONNREFUSED'), 'request failed')
  expect(lines).toEqual([
    { level: 40, outage: 'database', suppressed: 499, msg: 'more of the same outage' },
    { level: 40, outage: 'disk', suppressed: 19, msg: 'more of the same outage' },
  ])

  lines = []
  vi.advanceTimersByTime(3_000)
  expect(lines).toEqual([{ level: 40, outage: 'database', suppressed: 1, msg: 'more of the same outage' }])
  failures.report(withCode('ECONNREFUSED', 'connect ECONNREFUSED'), 'request failed')
  expect(lines[1]).toEqual(first)
  expect(failures.outages).toEqual({ database: 502, database_timeout: 0, disk: 20, media_storage: 0, discord: 0, sign_in_provider: 0 })
  expect(failures.faults).toBe(0)
})

test('every fault is an error with its stack and that of its cause, and nothing else of it', () => {
  const fault = Object.assign(new Error('no such column', { cause: new Error('the cause') }), { code: '42703', parameters: ['KEY-1'] })
  for (let call = 0; call < 3; call += 1) failures.report(fault, 'a step of the housekeeping failed', { step: 'low_stock' })
  expect(lines).toHaveLength(3)
  expect(lines[0]).toEqual({
    ...{ level: 50, step: 'low_stock', name: 'Error', code: '42703', msg: 'a step of the housekeeping failed' },
    stack: expect.stringMatching(/^Error: no such column\n\s+at /),
    cause: expect.stringMatching(/^Error: the cause\n\s+at /),
  })
  expect(failures.faults).toBe(3)
})

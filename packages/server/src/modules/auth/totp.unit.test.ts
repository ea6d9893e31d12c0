import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { makeTotpSecret, readTotpCode, totpStep, totpUri } from './totp.ts'

const secret = Secret.fromLatin1('12345678901234567890').base32
const at = (seconds: number) => new Date(seconds * 1000)

/** RFC 6238, appendix B: the last six digits of its SHA-1 column. */
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at %i seconds the code is %s, as the standard says', (seconds, code) => {
  expect(totpStep(secret, code, at(seconds))).toBe(Math.floor(seconds / 30))
})

test('a code counts one step before and after its own, and no further', () => {
  const step = 1000
  const code = TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: step * 30_000 })
  const taken = [-2, -1, 0, 1, 2].map((steps) => totpStep(secret, code, at((step + steps) * 30 + 29)))
  expect(taken).toEqual([null, step, step, step, null])
})

test('a secret is 160 bits, and never the same', () => {
  const secrets = Array.from({ length: 100 }, makeTotpSecret)
  expect(new Set(secrets).size).toBe(100)
  for (const made of secrets) expect(Secret.fromBase32(made).bytes).toHaveLength(20)
})

test('the address for the app says who, where and how', () => {
  const uri = new URL(totpUri(secret, { issuer: 'Keys & Co', label: 'ann@example.com' }))
  expect(uri.protocol).toBe('otpauth:')
  expect(uri.host).toBe('totp')
  expect(decodeURIComponent(uri.pathname)).toBe('/Keys & Co:ann@example.com')
  expect(Object.fromEntries(uri.searchParams)).toEqual({ issuer: 'Keys & Co', secret, algorithm: 'SHA1', digits: '6', period: '30' })
})

test('six digits are a code, however they are spaced; nothing else is', () => {
  expect(['123456', ' 123 456 ', '12 34 56'].map(readTotpCode)).toEqual(['123456', '123456', '123456'])
  for (const typed of ['', '12345', '1234567', '12345a', '١٢٣٤٥٦', '7KQF-X2ME-23AB-CDEF']) expect(readTotpCode(typed), typed).toBeNull()
})

import { expect, test } from 'vitest'
import { hashRecoveryCode, makeRecoveryCodes } from './recovery-codes.ts'

test('there are ten, of letters and digits that cannot be mistaken for others, and never the same', () => {
  const codes = Array.from({ length: 50 }, makeRecoveryCodes)
  for (const ten of codes) {
    expect(ten).toHaveLength(10)
    for (const code of ten) expect(code).toMatch(/^[2-9A-HJKMNP-Z]{4}(-[2-9A-HJKMNP-Z]{4}){3}$/)
  }
  expect(new Set(codes.flat()).size).toBe(500)
})

test('a code is the same however it is typed, and another is another', () => {
  const hash = hashRecoveryCode('7KQF-X2ME-23AB-CDEF')
  expect(hash).toMatch(/^[0-9a-f]{64}$/)
  for (const typed of ['7kqf-x2me-23ab-cdef', '7KQFX2ME23ABCDEF', ' 7kqf x2me 23ab cdef ']) expect(hashRecoveryCode(typed)).toBe(hash)
  expect(hashRecoveryCode('7KQF-X2ME-23AB-CDEG')).not.toBe(hash)
})

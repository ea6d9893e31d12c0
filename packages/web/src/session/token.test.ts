import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeToken } from '../../test/make-token.ts'
import { decodeToken, isTokenLive } from './token.ts'

const now = new Date('2030-01-01T00:00:00.500Z')
const seconds = Date.parse('2030-01-01T00:00:00Z') / 1000

test('a token is valid until its exp, in seconds', () => {
  expect(isTokenLive(makeToken({ exp: seconds + 1 }), now)).toBe(true)
  expect(isTokenLive(makeToken({ exp: seconds }), now)).toBe(false)
  expect(isTokenLive(makeToken({ exp: seconds - 3600 }), now)).toBe(false)
})

test('a token without exp counts as valid', () => {
  expect(isTokenLive(makeToken({ sub: '1' }), now)).toBe(true)
  expect(isTokenLive(makeToken({ exp: null }), now)).toBe(true)
})

test.each([
  '',
  'opaque',
  'a.b.c',
  'a..c',
  '.!!!.',
  `a.${btoa('not json')}.c`,
  `a.${btoa('7')}.c`,
  `a.${btoa('null')}.c`,
  makeToken([]),
  makeToken({ exp: 'soon' }),
])('an undecodable token is invalid: %j', (token) => expect(isTokenLive(token, now)).toBe(false))

test('decodes any claims from base64url', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue()), (claims) => {
      expect(decodeToken(makeToken(claims))).toEqual(JSON.parse(JSON.stringify(claims)))
    }),
  )
})

test('never throws', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(() => isTokenLive(text, now)).not.toThrow()
    }),
  )
})

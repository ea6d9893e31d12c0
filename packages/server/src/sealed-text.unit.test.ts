import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { seal, unseal } from './sealed-text.ts'

const key = randomBytes(32)

test('a sealed text opens with its key and purpose, and cannot be read without', () => {
  const sealed = seal(key, 'bot token', 'a secret – ß')
  expect(unseal(key, 'bot token', sealed)).toBe('a secret – ß')
  expect(sealed).not.toContain('secret')
  expect(seal(key, 'bot token', 'a secret – ß')).not.toBe(sealed)
})

test('another key, another purpose, a changed or broken text open nothing', () => {
  const sealed = seal(key, 'bot token', 'a secret')
  expect(unseal(randomBytes(32), 'bot token', sealed)).toBeNull()
  expect(unseal(key, 'two-factor', sealed)).toBeNull()
  // Skip the last letter: not all of its bits are used.
  for (const index of [3, 10, 25, sealed.length - 2]) {
    const changed = sealed.slice(0, index) + (sealed[index] === 'A' ? 'B' : 'A') + sealed.slice(index + 1)
    expect(unseal(key, 'bot token', changed), changed).toBeNull()
  }
  for (const broken of ['', 'v1', 'v1...', 'v2.a.b.c', sealed.slice(0, -4)]) expect(unseal(key, 'bot token', broken)).toBeNull()
})

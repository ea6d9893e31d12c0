import { expect, test } from 'vitest'
import { inSentence } from './names.ts'

test('a right-to-left name is isolated in a sentence; others stay as they are', () => {
  expect(`Delete ${inSentence('مفتاح (Pro)')}?`).toBe('Delete \u2068مفتاح (Pro)\u2069?')
  expect(inSentence('Café 2026')).toBe('Café 2026')
})

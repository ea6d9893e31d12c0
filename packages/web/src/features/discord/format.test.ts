import { expect, test } from 'vitest'
import { formatType } from './format.ts'

test('each type of message has a word, and one that is not known its own', () => {
  expect(['update', 'alert', 'promotion'].map(formatType)).toEqual(['Update', 'Alert', 'promotion'])
})

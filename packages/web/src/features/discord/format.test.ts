import { expect, test } from 'vitest'
import { formatType } from './format.ts'

test('each type of message has a name; an unknown type stays as it is', () => {
  expect(['update', 'alert', 'promotion'].map(formatType)).toEqual(['Update', 'Alert', 'promotion'])
})

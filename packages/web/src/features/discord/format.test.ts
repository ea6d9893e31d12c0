import { expect, test } from 'vitest'
import { formatType, messageTone } from './format.ts'

test('each type of message has a name; an unknown type stays as it is', () => {
  expect(['update', 'alert', 'promotion'].map(formatType)).toEqual(['Update', 'Alert', 'promotion'])
})

test('a status is green for success, and red otherwise', () => {
  expect(['success', 'failed', 'pending', 'skipped', ''].map(messageTone)).toEqual(['green', 'red', 'red', 'red', 'red'])
})

import { expect, test } from 'vitest'
import { editsLeft, mergeEdits } from './draft-store.ts'

const at = '2026-11-20T10:00:00.000Z'
const isSame = (_: string, a: unknown, b: unknown) => a === b
const earlier = { at, version: 2, base: { name: 'A', price: '1' }, edits: { name: 'Mine', price: '2' } }

test('the later edit of a field counts, and the older version', () => {
  const later = { version: 4, base: { name: 'Theirs' }, edits: { name: 'Later' } }
  expect(mergeEdits(earlier, later)).toEqual({ version: 2, base: { name: 'Theirs', price: '1' }, edits: { name: 'Later', price: '2' } })
  expect(mergeEdits(earlier, null)).toEqual(earlier)
  expect(mergeEdits(null, null)).toBeNull()
  const all = { version: 4, base: earlier.base, edits: { name: 'Later', price: '3' } }
  expect(mergeEdits(earlier, all)).toEqual(all)
})

test('a value that is stored by now is no edit; other edits are based on the stored values, unless somebody else changed them too', () => {
  const left = (name: string, price: string) => editsLeft(earlier, { name, price }, 3, isSame)
  expect(left('Mine', '2')).toBeNull()
  expect(left('Mine', '1')).toEqual({ at, version: 3, base: { price: '1' }, edits: { price: '2' } })
  expect(left('Mine', '9')).toEqual({ at, version: 2, base: { price: '1' }, edits: { price: '2' } })
  expect(editsLeft(earlier, { name: 'Mine', price: '2' }, 1, isSame)).toEqual(earlier)
})

import { describe, expect, test } from 'vitest'
import { compare, putOnTop, takeIn } from './three-way.ts'

const base = { name: 'Day', price: '2', tags: ['a'] }
const edited = { base, mine: { ...base, name: 'Mine' } }
const newer = { base: 1, theirs: 2 }

test('only what was edited on both sides to different values is a clash', () => {
  expect(compare(edited, { ...base, name: 'Theirs', price: '3' })).toEqual({ changed: ['name', 'price'], both: ['name'] })
  expect(compare(edited, { ...base, name: 'Mine' })).toEqual({ changed: ['name'], both: [] })
})

describe('a refetch', () => {
  test('is taken in with the edits on top', () => {
    const theirs = { ...base, price: '3' }
    expect(takeIn(edited, theirs, newer)).toEqual({ base: theirs, mine: { ...theirs, name: 'Mine' } })
  })

  test('that clashes is taken in only where nobody is asked: without a version, or when it was changed from here', () => {
    const theirs = { ...base, name: 'Theirs', price: '3' }
    const onTop = { base: theirs, mine: { ...theirs, name: 'Mine' } }
    expect(takeIn(edited, theirs, newer)).toBeNull()
    expect(takeIn(edited, theirs, { base: undefined, theirs: undefined })).toEqual(onTop)
    expect(takeIn(edited, theirs, { ...newer, isOwn: true })).toEqual(onTop)
  })

  test('that is older is not taken in', () => {
    expect(takeIn(edited, { ...base, price: '3' }, { base: 3, theirs: 2 })).toBeNull()
    expect(takeIn(edited, { ...base, price: '3' }, { base: 3, theirs: 2, isOwn: true })).toBeNull()
  })
})

test('a noun compares in its own way', () => {
  const isSame = (_: string, a: unknown, b: unknown) => String(a).toLowerCase() === String(b).toLowerCase()
  expect(compare({ base, mine: { ...base, name: 'DAY' } }, { ...base, name: 'Theirs' }, { isSame })).toEqual({
    changed: ['name'],
    both: [],
  })
})

test('a field with a merge of its own merges what both changed, and leaves an edit alone that is the only one', () => {
  const merge = { tags: (_: string[], mine: string[], theirs: string[]) => [...theirs, ...mine] }
  const mine = { ...base, tags: ['mine'] }
  expect(putOnTop({ base, mine }, { ...base, tags: ['theirs'] }, { merge }).mine.tags).toEqual(['theirs', 'mine'])
  expect(putOnTop({ base, mine }, { ...base, price: '3' }, { merge }).mine).toEqual({ ...mine, price: '3' })
})

test('what only the screen knows is kept from what is shown', () => {
  const keepShown = (stored: typeof base, shown: typeof base) => ({
    ...stored,
    tags: stored.tags.map((tag, index) => tag + shown.tags[index]),
  })
  const isSame = (field: string, a: unknown, b: unknown) => field === 'tags' || a === b
  const after = putOnTop(edited, { ...base, name: 'Theirs', tags: ['x'] }, { isSame, keepShown })
  expect(after).toEqual({ base: { ...base, name: 'Theirs', tags: ['xa'] }, mine: { ...base, name: 'Mine', tags: ['xa'] } })
})

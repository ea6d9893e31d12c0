import { describe, expect, test } from 'vitest'
import { compare, putOnTop, takeIn } from './three-way.ts'

const base = { name: 'Day', price: '2', tags: ['a'] }
const edited = { base, mine: { ...base, name: 'Mine' } }
const newer = { base: 1, theirs: 2 }

test('a conflict is a field that both sides changed to different values', () => {
  expect(compare(edited, { ...base, name: 'Theirs', price: '3' })).toEqual({ changed: ['name', 'price'], both: ['name'] })
  expect(compare(edited, { ...base, name: 'Mine' })).toEqual({ changed: ['name'], both: [] })
})

describe('a refetch', () => {
  test('is merged with the edits on top', () => {
    const theirs = { ...base, price: '3' }
    expect(takeIn(edited, theirs, newer)).toEqual({ base: theirs, mine: { ...theirs, name: 'Mine' } })
  })

  test('with a conflict is merged only without versions, or after a change from here if the fields have a merge of their own', () => {
    const theirs = { ...base, name: 'Theirs', price: '3' }
    const onTop = { base: theirs, mine: { ...theirs, name: 'Mine' } }
    expect(takeIn(edited, theirs, newer)).toBeNull()
    expect(takeIn(edited, theirs, { base: undefined, theirs: undefined })).toEqual(onTop)
    expect(takeIn(edited, theirs, { ...newer, isOwn: true })).toBeNull()
    const rules = { merge: { name: (_: string, mine: string, other: string) => `${other} ${mine}` } }
    expect(takeIn(edited, theirs, newer, rules)).toBeNull()
    expect(takeIn(edited, theirs, { ...newer, isOwn: true }, rules)).toEqual({ base: theirs, mine: { ...theirs, name: 'Theirs Mine' } })
  })

  test('that is older is ignored', () => {
    expect(takeIn(edited, { ...base, price: '3' }, { base: 3, theirs: 2 })).toBeNull()
    expect(takeIn(edited, { ...base, price: '3' }, { base: 3, theirs: 2, isOwn: true })).toBeNull()
  })
})

test('a noun can have its own comparison', () => {
  const isSame = (_: string, a: unknown, b: unknown) => String(a).toLowerCase() === String(b).toLowerCase()
  expect(compare({ base, mine: { ...base, name: 'DAY' } }, { ...base, name: 'Theirs' }, { isSame })).toEqual({
    changed: ['name'],
    both: [],
  })
})

test('a field with its own merge uses it if both sides changed the field, and keeps an edit by one side', () => {
  const merge = { tags: (_: string[], mine: string[], theirs: string[]) => [...theirs, ...mine] }
  const mine = { ...base, tags: ['mine'] }
  expect(putOnTop({ base, mine }, { ...base, tags: ['theirs'] }, { merge }).mine.tags).toEqual(['theirs', 'mine'])
  expect(putOnTop({ base, mine }, { ...base, price: '3' }, { merge }).mine).toEqual({ ...mine, price: '3' })
})

test('data that only the screen has is kept', () => {
  const keepShown = (stored: typeof base, shown: typeof base) => ({
    ...stored,
    tags: stored.tags.map((tag, index) => tag + shown.tags[index]),
  })
  const isSame = (field: string, a: unknown, b: unknown) => field === 'tags' || a === b
  const after = putOnTop(edited, { ...base, name: 'Theirs', tags: ['x'] }, { isSame, keepShown })
  expect(after).toEqual({ base: { ...base, name: 'Theirs', tags: ['xa'] }, mine: { ...base, name: 'Mine', tags: ['xa'] } })
})

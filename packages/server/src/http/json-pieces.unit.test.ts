import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { isLong, streamJson } from './json-pieces.ts'

const list = (length: number) => Array.from({ length }, (_, id) => ({ id, value: `"${id}"`, at: undefined }))

test.each([2_001, 4_000, 4_001])('a list of %i is written as it would be at once', async (length) => {
  const answer = { data: { id: 1, name: 'Ümläut "quoted"', gone: undefined, keys: list(length), after: [null] }, meta: { added: length } }
  expect(isLong(answer)).toBe(true)
  expect(await text(streamJson(answer))).toBe(JSON.stringify(answer))
})

test('a list is long from 2,001 on, wherever it stands', () => {
  expect(isLong({ data: { keys: list(2_000) }, meta: undefined })).toBe(false)
  expect([isLong(list(2_001)), isLong({ a: { b: list(2_001) } }), isLong(null), isLong('x'.repeat(9_999))]).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test('others have a turn while it is written', async () => {
  let turns = 0
  let isOver = false
  const count = () => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  await text(streamJson({ keys: list(20_000) }))
  isOver = true
  expect(turns).toBeGreaterThanOrEqual(10)
})

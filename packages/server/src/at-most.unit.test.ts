import { expect, test } from 'vitest'
import { atMost } from './at-most.ts'

test('no more than the limit run at once, in the order they came, and each gets its own result', async () => {
  const run = atMost(2)
  const started: number[] = []
  const works = [0, 1, 2, 3].map(() => Promise.withResolvers<string>())
  const results = works.map(({ promise }, index) =>
    run(() => {
      started.push(index)
      return promise
    }),
  )
  expect(started).toEqual([0, 1])
  works[1]!.resolve('second')
  expect(await results[1]).toBe('second')
  expect(started).toEqual([0, 1, 2])
  works[0]!.resolve('first')
  works[2]!.resolve('third')
  await results[2]
  expect(started).toEqual([0, 1, 2, 3])
  works[3]!.resolve('fourth')
  expect(await Promise.all(results)).toEqual(['first', 'second', 'third', 'fourth'])
})

test('a failure makes room as a success does', async () => {
  const run = atMost(1)
  const failing = run(() => Promise.reject(new Error('no')))
  const next = run(async () => 'yes')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('yes')
  expect(await run(async () => 'again')).toBe('again')
})

test('who comes when the line is full is turned away, and the line moves on', async () => {
  const run = atMost(1, { length: 2, full: () => new Error('full') })
  const first = Promise.withResolvers<string>()
  const served = [run(() => first.promise), run(async () => 'second'), run(async () => 'third')]
  await expect(run(async () => 'fourth')).rejects.toThrow('full')
  first.resolve('first')
  expect(await Promise.all(served)).toEqual(['first', 'second', 'third'])
  expect(await run(async () => 'fifth')).toBe('fifth')
})

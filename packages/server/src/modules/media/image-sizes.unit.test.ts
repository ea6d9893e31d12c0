import { expect, test } from 'vitest'
import { makeImage } from '../../testing/images.ts'
import { renderSizes } from './image-sizes.ts'

const usual = { ms: 30_000, megabytes: 450 }

test.each([
  ['too much memory', { ...usual, megabytes: 1 }, 'The image takes too much memory to read: save it smaller, or in another format'],
  ['too long', { ...usual, ms: 1 }, 'The image takes too long to read: save it smaller, or in another format'],
])('an image that takes %s is given up, and the next one is read', async (_, cost, message) => {
  const image = await makeImage('png', 1500, 1200)
  const [refused, next] = await Promise.allSettled([renderSizes(image, cost), renderSizes(image, usual)])
  expect(refused).toMatchObject({ status: 'rejected', reason: { kind: 'invalid_input', message } })
  expect(next).toMatchObject({ status: 'fulfilled', value: { view: expect.any(Uint8Array) } })
})

import { expect, test } from 'vitest'
import { createTestApp } from '../../testing.ts'
import { makeProduct } from '../../testing/shop/catalogue.ts'
import { makeImage, storedFiles, upload } from '../../testing/images.ts'

test('if more uploads come at once than can wait, some are asked to come again, and the others are stored', async () => {
  const app = await createTestApp()
  const product = await makeProduct(app)
  const image = await makeImage('png')
  const answers = await Promise.all(Array.from({ length: 30 }, () => upload(app, product.id, image)))
  const [stored, refused] = [200, 503].map((status) => answers.filter((answer) => answer.status === status))
  expect(stored!.length + refused!.length).toBe(answers.length)
  // One is processed and 20 wait. More may be accepted as each one finishes.
  expect(stored!.length).toBeGreaterThanOrEqual(21)
  expect(refused!.length).toBeGreaterThan(0)
  for (const { headers, body } of refused!) {
    expect(headers['retry-after']).toBe('10')
    expect(body).toEqual({ code: 'unavailable', message: 'Too many images are being uploaded right now. Please try again in a moment.' })
  }
  expect(await storedFiles(app)).toHaveLength(2 * stored!.length)
  expect(await upload(app, product.id, image)).toMatchObject({ status: 200 })
})

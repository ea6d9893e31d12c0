import { readFileSync } from 'node:fs'
import type { MediaItem } from '@keydesk/contract'
import sharp from 'sharp'
import { afterEach, expect, test } from 'vitest'
import { createTestApp } from '../../testing.ts'
import { dataOf, makeProduct } from '../../testing/shop/catalogue.ts'
import { blank, makeAnimation, makeImage, storedFiles, upload, withExtents, withScreen } from '../../testing/images.ts'
import { startProcesses } from '../../testing/processes/processes.ts'

let processes: Awaited<ReturnType<typeof startProcesses>> | undefined
afterEach(async () => {
  await processes?.stop()
  processes = undefined
})

test('a small AVIF of many pixels is refused in words', async () => {
  const app = await createTestApp()
  const product = await makeProduct(app)
  const bomb = withExtents(await makeImage('avif'), 5000, 3300)
  expect(await upload(app, product.id, bomb)).toMatchObject({
    status: 400,
    body: { message: 'The image has more than 16 megapixels, the most for AVIF: save it smaller, or as JPEG' },
  })
  expect(await storedFiles(app)).toEqual([])
})

test.each(['gif', 'webp'] as const)('of a %s with thousands of frames the first is kept', async (format) => {
  const app = await createTestApp()
  const product = await makeProduct(app)
  const item = dataOf(await upload(app, product.id, await makeAnimation(format, 2_000, 16, 16))) as MediaItem
  const { rawPayload } = await app.app.inject(new URL(item.url).pathname)
  const { width, pages = 1 } = await sharp(rawPayload).metadata()
  expect({ width, pages }).toEqual({ width: 16, pages: 1 })
})

// Only Linux shows the peak memory of another process.
test.runIf(process.platform === 'linux')('images cost the server itself next to nothing, also at once', async () => {
  processes = await startProcesses(1)
  const { url, pid, product, authorization } = await openShop(processes)
  const send = async (bytes: Uint8Array) => {
    const body = new FormData()
    body.set('image', new File([new Uint8Array(bytes)], 'image.png'))
    const answer = await fetch(`${url}/admin/products/${product}/images`, { method: 'POST', headers: { authorization }, body })
    return answer.status
  }
  const small = await makeImage('png')
  expect(await send(small)).toBe(200)
  const large = await Promise.all([
    blank(4000, 2000).avif({ effort: 0 }).toBuffer(),
    blank(8000, 5000).png().toBuffer(),
    makeAnimation('gif', 3_000, 8, 8).then((gif) => withScreen(gif, 100, 100)),
  ])
  const before = mostMemory(pid)
  expect(await Promise.all([...large, small, small].map(send))).toEqual([...large, small, small].map(() => 200))
  expect(mostMemory(pid) - before).toBeLessThan(60)
})

async function openShop({ urls, pidOf, password }: NonNullable<typeof processes>) {
  const url = urls[0]!
  const post = async (path: string, body: unknown, authorization = ''): Promise<{ data: { token: string; id: number } }> => {
    const headers = { 'content-type': 'application/json', authorization }
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    return (await answer.json()) as never
  }
  const { token } = (await post('/auth/password-login', { identity: 'admin', password })).data
  return { url, pid: pidOf(0)!, authorization: token, product: (await post('/admin/products', { name: 'Aim' }, token)).data.id }
}

/** Peak memory of a process in megabytes. */
const mostMemory = (pid: number): number => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024

import { deflateSync, crc32 } from 'node:zlib'
import type { Call } from '../servers.ts'

interface Site {
  readonly url: string
  readonly token: string
  readonly storeKey: string
  readonly admin: Call
}

const referralUsers = 40
const manyKeys = 100_000

/** Adds through the API what generate.ts does not create: thumbnails, referral users, and a variant with very many keys. */
export async function fillShop(site: Site): Promise<void> {
  const { data: products } = (await site.admin('GET', '/admin/products')) as {
    data: { id: number; thumbnail: string; variants: { name: string }[] }[]
  }
  const bare = products.filter(({ thumbnail }) => thumbnail === '')
  if (bare.length > 0) console.error(`Uploading ${bare.length} images...`)
  // The server processes two images at once.
  await Promise.all(
    [0, 1].map(async (half) => {
      for (const { id } of bare) if (id % 2 === half) await uploadThumbnail(site, id)
    }),
  )

  const { data: users } = (await site.admin('GET', '/admin/referrals/users-with-stats')) as { data: unknown[] }
  for (let user = users.length; user < referralUsers; user += 1) await addReferralUser(site, user)

  if (products.find(({ id }) => id === 2)!.variants.some(({ name }) => name === 'Many')) return
  const keys = Array.from({ length: manyKeys }, (_, index) => `MANY-${String(index).padStart(20, '0')}`)
  await site.admin('POST', '/admin/variants/', { product_id: 2, name: 'Many', price: 1, keys })
}

/** The first image of a product becomes its thumbnail. */
async function uploadThumbnail({ url, token }: Site, id: number): Promise<void> {
  const body = new FormData()
  body.set('image', new File([picture(id)], `${id}.png`, { type: 'image/png' }))
  const answer = await fetch(`${url}/admin/products/${id}/images`, { method: 'POST', headers: { authorization: token }, body })
  if (!answer.ok) throw new Error(`The image of product ${id} was answered with ${answer.status}`)
}

async function addReferralUser({ url, storeKey }: Site, user: number): Promise<void> {
  const answer = await fetch(`${url}/store/users`, {
    method: 'POST',
    headers: { authorization: storeKey, 'content-type': 'application/json' },
    body: JSON.stringify({ username: `user${user}`, email: `user${user}@example.com` }),
  })
  if (!answer.ok) throw new Error(`Referral user ${user} was answered with ${answer.status}`)
}

const [width, height] = [640, 360]

/** A PNG that is different for each product: waves of colour with a little noise, about ten kilobytes. */
function picture(seed: number): Buffer<ArrayBuffer> {
  const pixels = Buffer.alloc(height * (1 + width * 3))
  let random = seed * 2_654_435_761
  for (let y = 0, at = 0; y < height; y += 1) {
    // Each row begins with its filter type: none.
    at += 1
    for (let x = 0; x < width; x += 1) {
      random = (random * 1_664_525 + 1_013_904_223) >>> 0
      const wave = Math.sin((x * (1 + (seed % 7))) / 90) + Math.cos((y * (1 + (seed % 5))) / 70)
      for (let channel = 0; channel < 3; channel += 1) {
        pixels[at++] = 128 + 45 * wave * Math.cos(seed + channel) + (random >>> 29)
      }
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const parts = [pngChunk('IHDR', header), pngChunk('IDAT', deflateSync(pixels, { level: 1 })), pngChunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([signature, ...parts])
}

function pngChunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const body = Buffer.concat([Buffer.from(type), data])
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { makeImage } from '@keydesk/server/testing'
import type { MediaItem, Product } from '@keydesk/contract'
import { dataOf, unique, type Said, type World } from '../world.ts'
import { asAdmin, attempt, type Join } from './actor.ts'

/** Uploads images and deletes them. Every file that the database names is in the folder, and every other file is noted for removal. */
export const uploader: Join = async (world, name) => {
  const image = await makeImage('png')
  const { id } = dataOf(await world.admin('POST', '/admin/products', { name: unique(name) })) as Product
  const sure = new Set<number>()
  const folder = world.servers.mediaFolder
  return {
    act: async (random) => {
      if (sure.size > 8) {
        const item = random.pick([...sure])
        sure.delete(item)
        return (await asAdmin(world, 'DELETE', `/admin/products/${id}/images/${item}`)) !== undefined
      }
      const said = await attempt(upload(world, id, image))
      if (said === undefined) return false
      sure.add((dataOf(said) as MediaItem).id)
      return true
    },
    check: async ({ db }) => {
      const rows = await db.selectFrom('media_item').selectAll().where('product_id', '=', id).execute()
      const found = new Set(rows.map((row) => row.id))
      for (const item of sure) if (!found.has(item)) throw new Error(`Image ${item} was answered, and is not there`)
      for (const file of rows.flatMap((row) => [row.view_file, row.card_file]))
        if (!existsSync(join(folder, file))) throw new Error(`The file ${file} of product ${id} is missing`)
      for (const item of found) sure.add(item)
    },
  }
}

async function upload({ servers, token }: World, productId: number, image: Uint8Array): Promise<Said> {
  const form = new FormData()
  form.set('image', new File([new Uint8Array(image)], 'image.png', { type: 'image/png' }))
  const url = `${servers.urlOf(productId % servers.urls.length)}/admin/products/${productId}/images`
  const answer = await fetch(url, { method: 'POST', headers: { authorization: token }, body: form })
  return { status: answer.status, body: (await answer.json()) as Said['body'], retryAfter: answer.headers.get('retry-after') }
}

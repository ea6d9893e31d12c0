import type { FastifyInstance } from 'fastify'
import { nothingHere } from '../errors.ts'
import { mediaTypeOf, type Files } from '../files/files.ts'

/** Serves stored images. Their names are unguessable and their content never changes. */
export function mediaFiles(app: FastifyInstance, files: Files): void {
  app.get<{ Params: { name: string } }>('/media/:name', async (request, reply) => {
    const { name } = request.params
    const file = /^[0-9a-f]{32}-(view\.webp|card\.webp|logo\.png)$/.test(name) ? await files.read(name) : undefined
    if (file === undefined) throw nothingHere()
    return (
      reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        // A storefront on another address shows these images too.
        .header('cross-origin-resource-policy', 'cross-origin')
        .header('content-length', file.size)
        .type(mediaTypeOf(name))
        .send(file.body)
    )
  })
}

import { createReadStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import Fastify from 'fastify'
import type { FloorFile } from './web/floor.ts'

/** The baseline for the web app's loads: a bare Fastify that sends prepared answers from memory, and images from disk. */

const [manifest = '', media = '', assets = ''] = process.argv.slice(2)
const files = JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, FloorFile>
const pack = promisify(gzip)
const app = Fastify()

await Promise.all(
  Object.entries(files).map(async ([address, { type, body }]) => {
    const packed = await pack(body, { level: 9 })
    app.get(address, (_request, reply) => reply.type(type).header('content-encoding', 'gzip').send(packed))
  }),
)
app.get('/health', () => ({ status: 'ok' }))
app.get<{ Params: { name: string } }>('/media/:name', (request, reply) =>
  reply.type('image/webp').send(createReadStream(join(media, request.params.name))),
)
app.get<{ Params: { name: string } }>('/assets/:name', (request, reply) =>
  reply.type('font/woff2').send(createReadStream(join(assets, request.params.name))),
)
const url = await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`Floor at ${url}\n`)
process.on('disconnect', () => process.exit())

import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import compress from '@fastify/compress'
import type { FastifyInstance, FastifyReply } from 'fastify'

export type Encoding = 'br' | 'gzip'

const encodings: Encoding[] = ['br', 'gzip']
/** Below this many bytes compression saves nothing. */
const shortest = 1024
/** About a millisecond of work. Larger bodies are compressed in the thread pool, which password hashing may keep busy for far longer. */
const longestAtOnce = 100_000
// The default brotli level spends more time than the network saves.
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
const zlibOptions = { level: 4 }

/** Compresses answers. The web app's files are compressed when it is built, cached answers only once. */
export async function compression(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    // No client sends compressed bodies, and their unpacked size would need a limit.
    globalDecompression: false,
    threshold: shortest,
    ...{ encodings, brotliOptions, zlibOptions },
  })
}

/** The best encoding that a client accepts, by its `Accept-Encoding`; null for none. */
export const encodingFor = (accepted: string | undefined): Encoding | null =>
  accepted === undefined ? null : negotiate(accepted.toLowerCase(), encodings)

/** Adds `Accept-Encoding` to `Vary`, which CORS may have set already. */
export function addVary(reply: FastifyReply): FastifyReply {
  const known = reply.getHeader('vary')
  return reply.header('vary', known === undefined ? 'accept-encoding' : `${String(known)}, accept-encoding`)
}

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** The body in an encoding, or null if it is too short to compress. */
export async function pack(body: string | Buffer, encoding: Encoding): Promise<Buffer | null> {
  if (body.length < shortest) return null
  const isLong = body.length > longestAtOnce
  if (encoding === 'br') return isLong ? toBrotli(body, brotliOptions) : brotliCompressSync(body, brotliOptions)
  return isLong ? toGzip(body, zlibOptions) : gzipSync(body, zlibOptions)
}

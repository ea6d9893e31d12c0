import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import compress from '@fastify/compress'
import type { FastifyInstance, FastifyReply } from 'fastify'

export type Encoding = 'br' | 'gzip'

const encodings: Encoding[] = ['br', 'gzip']
/** Below so many bytes packing saves nothing. */
const shortest = 1024
/** About a millisecond of work. Above it a thread does it, which others that hash passwords may keep from its turn for far longer. */
const longestAtOnce = 100_000
// The default brotli level spends more time than the network saves.
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
const zlibOptions = { level: 4 }

/** Compresses answers on the fly; the web app's own files are compressed when it is built, and what is kept ready once. */
export async function compression(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    // Nobody sends compressed bodies; what they would unpack to would have to be limited.
    globalDecompression: false,
    threshold: shortest,
    ...{ encodings, brotliOptions, zlibOptions },
  })
}

/** What of it a client takes best, by its `Accept-Encoding`; null for nothing. */
export const encodingFor = (accepted: string | undefined): Encoding | null =>
  accepted === undefined ? null : negotiate(accepted.toLowerCase(), encodings)

/** Says that an answer depends on its encoding. CORS may have said that it varies already. */
export function addVary(reply: FastifyReply): FastifyReply {
  const known = reply.getHeader('vary')
  return reply.header('vary', known === undefined ? 'accept-encoding' : `${String(known)}, accept-encoding`)
}

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** A body in an encoding, or null for one too short to be worth it. */
export async function pack(body: string | Buffer, encoding: Encoding): Promise<Buffer | null> {
  if (body.length < shortest) return null
  const isLong = body.length > longestAtOnce
  if (encoding === 'br') return isLong ? toBrotli(body, brotliOptions) : brotliCompressSync(body, brotliOptions)
  return isLong ? toGzip(body, zlibOptions) : gzipSync(body, zlibOptions)
}

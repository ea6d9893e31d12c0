import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/** Compresses answers on the fly; the web app's own files are compressed when it is built. */
export async function compression(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    // Nobody sends compressed bodies; what they would unpack to would have to be limited.
    globalDecompression: false,
    threshold: 1024,
    encodings: ['br', 'gzip'],
    // The default brotli level spends more time than the network saves.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    zlibOptions: { level: 4 },
  })
}

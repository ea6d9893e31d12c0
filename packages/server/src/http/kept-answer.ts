import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Glance } from '../db/kept.ts'
import { addVary, encodingFor, pack, type Encoding } from './compression.ts'

interface Ready {
  readonly body: string | Buffer
  readonly encoding?: Encoding
}

/**
 * Sends a cached answer, compressed as the client accepts it. It is compressed once, since that takes longer than reading and sending a
 * thousand products.
 * @param key names everything that the body depends on, except the database
 */
export async function answerKept(request: FastifyRequest, reply: FastifyReply, key: string, read: () => Promise<string>) {
  const wanted = encodingFor(request.headers['accept-encoding'])
  const plain = (glance: Glance) => glance.get<Ready>(key, async () => ({ body: ready(await read()) }), sizeOf)
  const packed = (glance: Glance, encoding: Encoding) =>
    glance.get<Ready>(`${encoding} ${key}`, async (own) => packedBody(await plain(own), encoding), sizeOf)
  const { body, encoding } = await (wanted === null ? plain(request.glance!) : packed(request.glance!, wanted))
  reply.type('application/json; charset=utf-8')
  if (encoding !== undefined) addVary(reply).header('content-encoding', encoding)
  return body
}

async function packedBody({ body }: Ready, encoding: Encoding): Promise<Ready> {
  const smaller = await pack(body, encoding)
  return smaller === null ? { body } : { body: smaller, encoding }
}

/** A string takes up to two bytes per character. */
const sizeOf = ({ body }: Ready): number => (typeof body === 'string' ? 2 * body.length : body.length)

/** A short text is sent in one piece with its headers; a long one is kept encoded. */
const ready = (text: string): string | Buffer => (text.length < 32_768 ? text : Buffer.from(text))

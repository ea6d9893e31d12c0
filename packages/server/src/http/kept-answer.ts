import type { FastifyReply, FastifyRequest } from 'fastify'
import { encodingFor, pack, type Encoding } from './compression.ts'

interface Ready {
  readonly body: string | Buffer
  readonly encoding?: Encoding
}

/**
 * Sends what is kept ready, packed as its reader takes it: once for all of them, since packing a thousand products takes longer than reading
 * and sending them.
 * @param key says all that the body depends on beside the database
 */
export async function answerKept(request: FastifyRequest, reply: FastifyReply, key: string, read: () => Promise<string>) {
  const glance = request.glance!
  const plain = () =>
    glance.get<Ready>(
      key,
      async () => ({ body: ready(await read()) }),
      ({ body }) => body.length,
    )
  const wanted = encodingFor(request.headers['accept-encoding'])
  const packed = async (encoding: Encoding): Promise<Ready> => {
    const { body } = await plain()
    const smaller = await pack(body, encoding)
    return smaller === null ? { body } : { body: smaller, encoding }
  }
  const { body, encoding } =
    wanted === null
      ? await plain()
      : await glance.get(
          `${wanted} ${key}`,
          () => packed(wanted),
          (answer) => answer.body.length,
        )
  reply.type('application/json; charset=utf-8')
  if (encoding !== undefined) reply.headers({ 'content-encoding': encoding, vary: varyOf(reply) })
  return body
}

/** A short text goes out in one piece with its headers; a long one need not be encoded each time. */
const ready = (text: string): string | Buffer => (text.length < 32_768 ? text : Buffer.from(text))

/** CORS may have said that it varies already. */
function varyOf(reply: FastifyReply): string {
  const known = reply.getHeader('vary')
  return known === undefined ? 'accept-encoding' : `${String(known)}, accept-encoding`
}

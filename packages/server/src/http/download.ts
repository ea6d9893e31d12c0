import { Readable } from 'node:stream'
import type { Endpoint, FileCall, Permission } from '@keydesk/contract'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type * as z from 'zod/mini'
import type { SignedIn } from '../caller.ts'
import { guardedFieldsOf, refuseHiddenSort } from './guarded-fields.ts'
import { guard, type Gate } from './gate.ts'
import { parse } from './parse.ts'

export interface Download {
  readonly type: string
  readonly fileName: string
  /** Generated while it is sent, so that a large file is never in memory as a whole. */
  readonly pieces: AsyncIterable<string | Uint8Array>
}

export type ServedCall = Endpoint & { readonly query: z.ZodMiniType }

interface ServeOptions {
  /** The answer of the list that has the same rows. */
  readonly rows?: z.ZodMiniType
}

type Make<C extends ServedCall> = (query: z.output<C['query']>, caller: SignedIn) => Download | Promise<Download>

/** Serves one of `downloads`, because the tests over all calls know no other files. */
export type Serve<Call extends ServedCall = FileCall> = <C extends Call>(call: C, make: Make<C>, options?: ServeOptions) => void

/** Serves files that are generated on request: checks the caller, parses the query, sends chunk by chunk. */
export function createServe<Call extends ServedCall = FileCall>(app: FastifyInstance, gate: Gate): Serve<Call> {
  return <C extends Call>({ path, access, query }: C, make: Make<C>, { rows }: ServeOptions = {}) => {
    const demand = { method: 'GET', access } as const
    const guardedFields = rows === undefined ? new Map<string, Permission>() : guardedFieldsOf(rows)
    app.get(path, { config: { isCall: true }, onRequest: guard(gate, demand) }, async (request, reply) => {
      const caller = request.caller as SignedIn
      const asked = parse<C['query']>(query, request.query)
      refuseHiddenSort(guardedFields, (asked as { sort?: string }).sort, (permission) => caller.permissions.includes(permission))
      const { pieces, ...file } = await make(asked, caller)
      return sendDownload(reply, { ...file, pieces: whileAllowed(pieces, () => gate(demand, request)) })
    })
  }
}

const checkMs = 1_000

/** A large file takes minutes: it breaks off once the gate refuses, because the session has ended or the person has lost the right. */
async function* whileAllowed(pieces: Download['pieces'], check: () => Promise<unknown>): Download['pieces'] {
  let checkedAt = performance.now()
  for await (const piece of pieces) {
    if (performance.now() - checkedAt > checkMs) {
      await check()
      checkedAt = performance.now()
    }
    yield piece
  }
}

/** Sends a file while it is generated. A refusal before its first piece is the answer. */
export async function sendDownload(reply: FastifyReply, { type, fileName, pieces }: Download): Promise<FastifyReply> {
  const started = await start(pieces)
  return reply
    .type(type)
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .send(Readable.from(started, { objectMode: false }))
}

/** Waits for the first chunk, so that a refusal comes before the answer has begun. */
async function start(pieces: Download['pieces']): Promise<Download['pieces']> {
  const iterator = pieces[Symbol.asyncIterator]()
  const first = await iterator.next()
  return (async function* () {
    try {
      for (let next = first; next.done !== true; next = await iterator.next()) yield next.value
    } finally {
      await iterator.return?.()
    }
  })()
}

import type { Answer, Endpoint, HandlerInput } from '@keydesk/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { invalid } from '../errors.ts'
import type { CallerOf } from '../caller.ts'
import type { Gate } from './gate.ts'
import { findUnstorableText } from './storable-text.ts'
import { receiveUpload } from './upload.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: unknown
  }
}

export interface Exchange<E extends Endpoint> {
  readonly caller: CallerOf<E['access']>
  readonly request: FastifyRequest
}

export type Handler<E extends Endpoint> = (input: HandlerInput<E>, exchange: Exchange<E>) => Promise<Answer<E>>
export type Bind = <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void

/** Serves endpoints of the contract: let the caller in, parse what came in, call the handler, strip what goes out. */
export function createBind(app: FastifyInstance, gate: Gate): Bind {
  app.decorateRequest('caller', null)
  return (endpoint, handler) => {
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      bodyLimit: endpoint.bodyLimit,
      // Before the body is read: a stranger's bytes are not worth parsing.
      onRequest: async (request) => {
        request.caller = await gate(endpoint.access, request)
      },
      handler: async (request) => {
        const input = {
          params: parseParams(request.params as Record<string, string>),
          query: endpoint.query && parse(endpoint.query, request.query),
          body: endpoint.body && parse(endpoint.body, request.body ?? {}),
          file: endpoint.upload === undefined ? undefined : await receiveUpload(request, endpoint.upload),
        }
        const exchange = { caller: request.caller, request } as Exchange<typeof endpoint>
        return endpoint.response.parse(await handler(input as HandlerInput<typeof endpoint>, exchange))
      },
    })
  }
}

function parse(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value)
  if (result.success) return refuseUnstorable(result.data)
  const fields: Record<string, string> = {}
  for (const issue of result.error.issues) fields[issue.path.join('.')] ??= issue.message
  const [headline] = Object.values(fields)
  delete fields['']
  throw invalid(headline === undefined || headline.startsWith('Invalid input') ? describe(fields) : headline, fields)
}

function refuseUnstorable(data: unknown): unknown {
  const name = findUnstorableText(data)
  if (name === undefined) return data
  throw invalid(`The text of ${name} holds a character that cannot be stored`, { [name]: 'Holds a character that cannot be stored' })
}

/** The parser's own words are for programmers; a person is told which field. */
function describe(fields: Record<string, string>): string {
  const [name] = Object.keys(fields)
  return name === undefined ? 'The body must be a JSON object' : `The value of ${name} is not valid`
}

function parseParams(params: Record<string, string>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      const id = /^[1-9]\d{0,15}$/.test(value) ? Number(value) : Number.NaN
      if (!Number.isSafeInteger(id))
        throw invalid('An id must be a positive whole number', { [name]: 'An id must be a positive whole number' })
      return [name, id]
    }),
  )
}

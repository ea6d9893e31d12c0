import {
  leftOutHeader,
  limits,
  readStrictly,
  shopFileRefusals,
  type Answer,
  type Endpoint,
  type HandlerInput,
  type Permission,
} from '@keydesk/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError, invalid, notFound } from '../errors.ts'
import type { CallerOf, SignedIn } from '../caller.ts'
import { withTimeLimit } from '../time-limit.ts'
import { breathe } from '../breathe.ts'
import type { Deps } from '../deps.ts'
import { guardedFieldsOf, leaveOut, leaveOutOfError, refuseHiddenSort } from './guarded-fields.ts'
import { sendDownload, type Download } from './download.ts'
import { callMs, decorateRequests, guard, type Gate } from './gate.ts'
import { largeBytes } from './json-body.ts'
import { parse } from './parse.ts'
import { ResponseCache } from './response-cache.ts'
import { imageRules, receiveUpload, type Upload } from './upload.ts'

export interface Exchange<E extends Endpoint> {
  readonly caller: CallerOf<E['access']>
  readonly request: FastifyRequest
  /** Headers of answers without an envelope, whose body has no room for this data. */
  readonly setHeader: (name: string, value: string) => void
}

export type Handler<E extends Endpoint> = (input: HandlerInput<E>, exchange: Exchange<E>) => Promise<Answer<E>>

export interface BindOptions<E extends Endpoint> {
  /** The answer to `format=csv`, if the endpoint has it. */
  readonly csv?: (input: HandlerInput<E>, exchange: Exchange<E>) => Download
  /**
   * The answer depends on the database, not on the request. Its bytes are cached until the database changes. If it depends on the day, a
   * write must begin the day (`startStockDay`): until then it is that of the day before.
   */
  readonly isCached?: boolean
  /**
   * The handler returns only fields of the contract, so the answer is sent unchecked: checking 100,000 keys or 1,000 products takes long. A
   * test compares each such answer with the contract.
   */
  readonly isExact?: boolean
  /** The call may affect very many rows or files, even with a small body, or waits for an outcome that another process writes. */
  readonly isLong?: boolean
}

export type Bind = <E extends Endpoint>(endpoint: E, handler: Handler<E>, options?: BindOptions<E>) => void

/**
 * Serves endpoints of the contract: checks the caller, parses the request, calls the handler, and removes fields from the answer, or from
 * the refusal, that the caller may not see, and unknown ones from the answer.
 */
export function createBind(app: FastifyInstance, gate: Gate, { db }: Pick<Deps, 'db'>): Bind {
  decorateRequests(app)
  return (endpoint, handler, options = {}) => {
    const cache = options.isCached === true ? new ResponseCache(db) : null
    const guardedFields = guardedFieldsOf(endpoint.response)
    if (cache !== null && guardedFields.size > 0) throw new Error(`${endpoint.path} is the same for everybody, so it cannot be guarded`)
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      bodyLimit: endpoint.bodyLimit,
      config: { isCall: true },
      onRequest: guard(gate, endpoint),
      handler: async (request, reply) => {
        const isLarge = Number(request.headers['content-length'] ?? 0) > largeBytes
        // Reading, checking and answering a large body each take long, so other requests run in between.
        if (isLarge) await breathe()
        const upload = await uploadOf(endpoint, request)
        const input = {
          params: parseParams(endpoint, request.params as Record<string, string>),
          query: endpoint.query && parse(endpoint.query, request.query),
          body: endpoint.body && parse(endpoint.body, bodyOf(request)),
          file: upload?.bytes,
          form: endpoint.form && upload && { ...parse(endpoint.form, Object.fromEntries(upload.fields)), file_name: nameOf(upload) },
        }
        if (isLarge) await breathe()
        const allows = allowsOf(request.caller)
        const lacking = new Set([...guardedFields.values()].filter((permission) => !allows(permission)))
        if (lacking.size > 0) reply.header(leftOutHeader, [...lacking].join(' '))
        refuseHiddenSort(guardedFields, (input.query as { sort?: string } | undefined)?.sort, allows)
        const setHeader = (name: string, value: string) => void reply.header(name, value)
        const exchange = { caller: request.caller, request, setHeader } as Exchange<typeof endpoint>
        if (options.csv !== undefined && (input.query as { format?: string }).format === 'csv')
          return sendDownload(reply, options.csv(input as HandlerInput<typeof endpoint>, exchange))
        reply.code(statusOf(endpoint, input.query))
        const answer = async () => {
          const handled = await handler(input as HandlerInput<typeof endpoint>, exchange).catch((error: unknown) => {
            throw leaveOutOfError(endpoint.response, error, allows)
          })
          if (options.isExact !== true && isLarge) await breathe()
          const whole = options.isExact === true ? handled : readStrictly(() => endpoint.response.parse(handled))
          return lacking.size === 0 ? whole : leaveOut(endpoint.response, whole, allows)
        }
        const mayTakeLong = isLarge || options.isLong === true || input.file !== undefined
        return withTimeLimit<unknown>(mayTakeLong ? largeMs : callMs - request.gateMs, () =>
          cache === null ? answer() : cache.send(request, reply, async () => JSON.stringify(await answer())),
        )
      },
    })
  }
}

/** What a caller may see: a storefront all of its own orders, somebody without a sign-in nothing that is guarded. */
const allowsOf =
  (caller: unknown) =>
  (permission: Permission): boolean =>
    caller !== null && ((caller as Partial<SignedIn>).permissions?.includes(permission) ?? true)

/** A missing body counts as an empty object. A form is refused: if it were taken for an empty body, it could complete an order. */
function bodyOf(request: FastifyRequest): unknown {
  if (request.isMultipart()) throw new AppError('unsupported_media', 'The body must be application/json')
  return request.body === undefined ? {} : request.body
}

async function uploadOf({ upload, uploadBytes }: Endpoint, request: FastifyRequest): Promise<Upload | undefined> {
  if (upload === undefined) return undefined
  return receiveUpload(request, upload, uploadBytes === undefined ? imageRules : { bytes: uploadBytes, ...shopFileRefusals })
}

/** One line that both databases can store. */
const nameOf = ({ name }: Upload): string =>
  name
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .slice(0, limits.shortText) || 'file.csv'

/** A save of 240,000 keys makes many short queries. An image waits for the images before it, a start of the bot for Discord. */
const largeMs = 60_000

/** The status of a success. */
function statusOf({ status = 200, dryRunStatus = status }: Endpoint, query: unknown): number {
  return (query as { dry_run?: boolean } | undefined)?.dry_run === true ? dryRunStatus : status
}

function parseParams({ names = {} }: Endpoint, params: Record<string, string>): Record<string, number | string> {
  const parsed: Record<string, number | string> = {}
  for (const [name, value] of Object.entries(params)) {
    if (names[name] !== undefined) {
      if (!names[name].includes(value)) throw notFound(`This ${name}`)
      parsed[name] = value
      continue
    }
    const id = /^[1-9]\d{0,15}$/.test(value) ? Number(value) : Number.NaN
    if (!Number.isSafeInteger(id))
      throw invalid('An id must be a positive whole number', { [name]: 'An id must be a positive whole number' })
    parsed[name] = id
  }
  return parsed
}

import { errorBody, errorStatus, orderFilters, ordersExportPath, roles, type Endpoint, type ErrorKind } from '@keydesk/contract'
import * as z from 'zod/mini'
import { describeQuery, type Json } from './schemas.ts'
import { accessTextOf, alsoRefuses, fieldTexts, operationTexts, refusalTexts } from './texts.ts'

/** A call as the document lists it. */
export interface Operation {
  /** As in the contract: `coupons.list`. */
  readonly id: string
  readonly tag: string
  readonly endpoint: Endpoint
  /** The media type, if not JSON. */
  readonly download?: string
}

/** The only call that does not answer JSON; it is not in the contract's table. */
export const exportOfOrders: Operation = {
  id: 'orders.export',
  tag: 'orders',
  endpoint: {
    ...{ method: 'GET', path: ordersExportPath, access: 'orders:export' },
    summary: 'The orders that the filters let through, as CSV',
    query: orderFilters,
    response: z.string(),
  },
  download: 'text/csv',
}

/** The schemas of all bodies of one direction, by operation, with those of refusals. */
export function bodiesOf(operations: readonly Operation[], part: 'body' | 'response'): ReadonlyMap<string, z.ZodMiniType> {
  const bodies = new Map<string, z.ZodMiniType>()
  for (const { id, endpoint } of operations) {
    const schema = endpoint[part]
    if (schema !== undefined) bodies.set(id, schema)
  }
  if (part === 'response') bodies.set('refusal', errorBody)
  return bodies
}

export function describeOperation(operation: Operation, { body, response }: { body?: Json; response?: Json }) {
  const { id, tag, endpoint } = operation
  return {
    tags: [tag],
    operationId: id,
    summary: endpoint.summary,
    description: [operationTexts[id], accessText(endpoint)].filter((text) => text !== undefined).join('\n\n'),
    security: security(endpoint),
    parameters: [
      ...pathParameters(endpoint),
      ...queryParameters(endpoint),
      ...(isRepeatable(endpoint) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
      ...(canBeViewed(endpoint) ? [{ $ref: '#/components/parameters/ViewAs' }] : []),
    ],
    requestBody: requestBody(endpoint, body),
    responses: {
      [endpoint.status ?? 200]: success(operation, response),
      ...(endpoint.dryRunStatus !== undefined && { [endpoint.dryRunStatus]: success(operation, response) }),
      ...refusals(operation),
    },
  }
}

export const parameters = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Makes it safe to send the request again: for 24 hours the same key with the same body gets the first answer, with another body 409 `idempotency_key_reused`.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
    example: 'cart-7f3a',
  },
  ViewAs: {
    name: 'Keydesk-View-As',
    in: 'header',
    required: false,
    description: 'For owners: answers as it would answer somebody with this role, and refuses to change anything (403 `view_only`).',
    schema: { type: 'string', enum: roles },
    example: 'support',
  },
}

const retryAfter = {
  'Retry-After': { description: 'Seconds to wait before the next attempt.', required: true, schema: { type: 'integer', minimum: 1 } },
}

/** One answer per kind of refusal, by the kind's name. */
export const errorResponses = Object.fromEntries(
  (Object.keys(errorStatus) as ErrorKind[]).map((kind) => [
    kind,
    {
      description: refusalTexts[kind],
      headers: kind === 'too_many_requests' || kind === 'unavailable' ? retryAfter : undefined,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
    },
  ]),
)

const accessText = ({ access, scope }: Endpoint): string =>
  scope === undefined ? accessTextOf(access) : `Needs an API key with the scope \`${scope}\`.`

const hasParams = ({ path }: Endpoint) => path.includes(':')
/** Honoured on every POST of the store API. */
const isRepeatable = ({ access, method }: Endpoint) => access === 'store' && method === 'POST'

/** For calls that need a session, but for those about the session itself. */
const canBeViewed = ({ access, asOneself }: Endpoint): boolean =>
  access !== 'public' && access !== 'store' && access !== 'user' && asOneself !== true

/** The kinds of refusal that a caller may get. */
function kindsOf({ id, tag, endpoint }: Operation): ErrorKind[] {
  const { access, method } = endpoint
  const isWrite = method !== 'GET'
  const changesSomething = isWrite && access !== 'public' && (hasParams(endpoint) || endpoint.body !== undefined)
  const kinds: (ErrorKind | false)[] = [
    (isWrite || canBeViewed(endpoint) || hasParams(endpoint) || endpoint.query !== undefined) && 'invalid_input',
    access !== 'public' && 'unauthenticated',
    access !== 'public' && access !== 'user' && 'forbidden',
    // A body may name what does not exist, too.
    (hasParams(endpoint) || changesSomething) && 'not_found',
    changesSomething && 'conflict',
    isWrite && 'too_large',
    isWrite && 'unsupported_media',
    changesSomething && 'rule_violated',
    (access === 'public' || access === 'store') && 'too_many_requests',
    'internal',
    'unavailable',
  ]
  return [...kinds.filter((kind) => kind !== false), ...(alsoRefuses[tag] ?? []), ...(alsoRefuses[id] ?? [])]
}

const refusals = (operation: Operation) =>
  Object.fromEntries(kindsOf(operation).map((kind) => [errorStatus[kind], { $ref: `#/components/responses/${kind}` }]))

function security({ access }: Endpoint): Record<string, string[]>[] {
  if (access === 'public') return []
  if (access === 'optional') return [{}, { session: [] }]
  return [access === 'store' ? { apiKey: [] } : { session: [] }]
}

const pathParameters = ({ path }: Endpoint) =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: { type: 'integer', minimum: 1 } }))

function queryParameters({ query }: Endpoint) {
  if (query === undefined) return []
  return describeQuery(query).map(({ name, required, schema }) => ({
    ...{ name, in: 'query', required },
    description: fieldTexts[`query.${name}`],
    schema,
  }))
}

function requestBody({ body, upload }: Endpoint, described: Json | undefined) {
  if (upload !== undefined) {
    const schema = { type: 'object', required: [upload], properties: { [upload]: { type: 'string', format: 'binary' } } }
    return { required: true, content: { 'multipart/form-data': { schema } } }
  }
  // A body may be left out if all of its fields may be.
  return body && { required: !body.safeParse({}).success, content: { 'application/json': { schema: described } } }
}

function success({ endpoint, download }: Operation, described: Json | undefined) {
  if (download !== undefined) {
    const headers = { ...keptNowhere, 'Content-Disposition': { description: 'Names the file.', schema: { type: 'string' } } }
    return { description: 'The file.', headers, content: { [download]: { schema: { type: 'string' } } } }
  }
  return {
    description: 'Done.',
    headers: {
      ...(isBareList(endpoint) && pageHeaders),
      ...keptNowhere,
    },
    content: { 'application/json': { schema: described } },
  }
}

/** Bare lists send in headers what others send in `meta`. */
const isBareList = ({ response, query }: Endpoint) => response.type === 'array' && query !== undefined

const keptNowhere = {
  'Cache-Control': {
    description: 'Nothing on the way may keep the answer.',
    required: true,
    schema: { type: 'string', const: 'no-store' },
  },
}

const pageHeaders = {
  'X-Next-Cursor': { description: 'The `cursor` of the next page. Left out on the last one.', schema: { type: 'string' } },
  'X-Total-Count': {
    description: 'How many match the filters in all. Left out where counting costs too much.',
    schema: { type: 'integer' },
  },
}

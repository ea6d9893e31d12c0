import { errorBody, errorStatus, permissionsOf, roles } from '@keydesk/contract'
import type { Access, Endpoint, ErrorKind, Permission } from '@keydesk/contract'
import { refusalTexts, sharedParameters, type Docs } from '@keydesk/contract/docs'
import type * as z from 'zod/mini'
import { describeQuery, type Json } from './schemas.ts'

/** A call as the document lists it. */
export interface Operation {
  /** Its name in the contract: `coupons.list`. */
  readonly id: string
  readonly tag: string
  readonly name: string
  readonly endpoint: Endpoint
  /** The descriptions of its noun. */
  readonly docs: Docs
}

/** The schemas of all bodies in one direction, by operation, including those of refusals. */
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
  const { id, tag, name, endpoint, docs } = operation
  return {
    tags: [tag],
    operationId: id,
    summary: endpoint.summary,
    description: [docs.calls[name], accessText(endpoint)].filter((text) => text !== undefined).join('\n\n'),
    security: security(endpoint),
    parameters: [
      ...pathParameters(endpoint),
      ...queryParameters(operation),
      ...(isRepeatable(endpoint) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
      ...(canBeViewed(endpoint) ? [{ $ref: '#/components/parameters/ViewAs' }] : []),
    ],
    requestBody: requestBody(endpoint, body),
    responses: {
      [endpoint.status ?? 200]: success(endpoint, response),
      ...(endpoint.dryRunStatus !== undefined && { [endpoint.dryRunStatus]: success(endpoint, response) }),
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
      'Makes it safe to send the request again: for 24 hours the same key with the same request gets the first answer, also a refusal with 404, 409 (except `invalid_transition`) or 422; with another request it is 409 `idempotency_key_reused`. Use a new key for each attempt of the customer to buy, and the same one only to repeat a request that got no answer, or one with the status 429, 502, 503 or 504.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
    example: 'attempt-7f3a',
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

const accessTexts: Readonly<Record<Exclude<Access, Permission>, string>> = {
  public: 'Anybody may call this.',
  optional: 'Anybody may call this; a member gets more.',
  user: 'Needs the token of a live session.',
  staff: 'Needs the token of a member.',
  store: 'Needs an API key.',
}

function accessText({ access, scope }: Endpoint): string {
  if (scope !== undefined) return `Needs an API key with the scope \`${scope}\`.`
  if (!isPermission(access)) return accessTexts[access]
  const allowed = roles.filter((role) => permissionsOf[role].includes(access))
  return `Needs the permission \`${access}\`, which these roles have: ${allowed.join(', ')}.`
}

const isPermission = (access: Access): access is Permission => !(access in accessTexts)

const hasParams = ({ path }: Endpoint) => path.includes(':')
/** Every POST of the store API that changes something accepts an `Idempotency-Key`. The scope of a quote allows only reads. */
const isRepeatable = ({ access, method, scope }: Endpoint) => access === 'store' && method === 'POST' && scope !== 'catalogue:read'

/** View as works on calls that need a session, except those about the session itself. */
const canBeViewed = ({ access, asOneself }: Endpoint): boolean =>
  access !== 'public' && access !== 'store' && access !== 'user' && asOneself !== true

/** The kinds of refusal that a caller may get. */
function kindsOf({ name, endpoint, docs }: Operation): ErrorKind[] {
  const { access, method } = endpoint
  const isWrite = method !== 'GET'
  const changesSomething = isWrite && access !== 'public' && (hasParams(endpoint) || (endpoint.body ?? endpoint.form) !== undefined)
  const kinds: (ErrorKind | false)[] = [
    (isWrite || canBeViewed(endpoint) || hasParams(endpoint) || endpoint.query !== undefined) && 'invalid_input',
    access !== 'public' && 'unauthenticated',
    access !== 'public' && access !== 'user' && 'forbidden',
    // A body may contain an id that does not exist.
    (hasParams(endpoint) || changesSomething) && 'not_found',
    changesSomething && 'conflict',
    isWrite && 'too_large',
    isWrite && 'unsupported_media',
    changesSomething && 'rule_violated',
    (access === 'public' || access === 'optional' || access === 'store') && 'too_many_requests',
    'internal',
    'unavailable',
  ]
  return [...kinds.filter((kind) => kind !== false), ...docs.everyCallRefuses, ...(docs.refuses[name] ?? [])]
}

const refusals = (operation: Operation) =>
  Object.fromEntries(kindsOf(operation).map((kind) => [errorStatus[kind], { $ref: `#/components/responses/${kind}` }]))

function security({ access }: Endpoint): Record<string, string[]>[] {
  if (access === 'public') return []
  if (access === 'optional') return [{}, { session: [] }, { apiKey: [] }]
  return [access === 'store' ? { apiKey: [] } : { session: [] }]
}

const pathParameters = ({ path, names = {} }: Endpoint) =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    ...{ name, in: 'path', required: true },
    schema: names[name] === undefined ? { type: 'integer', minimum: 1 } : { type: 'string', enum: names[name] },
  }))

function queryParameters({ endpoint: { query }, docs }: Operation) {
  if (query === undefined) return []
  const texts: Readonly<Record<string, string>> = { ...sharedParameters, ...docs.query }
  return describeQuery(query).map(({ name, required, schema }) => ({
    ...{ name, in: 'query', required },
    description: texts[name],
    schema,
  }))
}

function requestBody({ body, upload, form }: Endpoint, described: Json | undefined) {
  if (upload !== undefined) {
    const fields = form === undefined ? [] : describeQuery(form)
    const file = { [upload]: { type: 'string', format: 'binary' } }
    const required = [upload, ...fields.flatMap((field) => (field.required ? [field.name] : []))]
    const properties = { ...file, ...Object.fromEntries(fields.map(({ name, schema }) => [name, schema])) }
    const schema = { type: 'object', required, properties }
    return { required: true, content: { 'multipart/form-data': { schema } } }
  }
  // The body is optional if all of its fields are.
  return body && { required: !body.safeParse({}).success, content: { 'application/json': { schema: described } } }
}

function success(endpoint: Endpoint, described: Json | undefined) {
  // A call whose answer is plain text sends a file: a CSV or an archive.
  if (endpoint.response.type === 'string') {
    const headers = { ...noStore, 'Content-Disposition': { description: 'Names the file.', schema: { type: 'string' } } }
    const type = endpoint.path.endsWith('.csv') ? 'text/csv' : 'application/zip'
    return { description: 'The file.', headers, content: { [type]: { schema: { type: 'string' } } } }
  }
  return {
    description: 'Done.',
    headers: { ...(isBareList(endpoint) && pageHeaders), ...noStore },
    content: {
      'application/json': { schema: described },
      ...(endpoint.hasCsv && { 'text/csv': { schema: { type: 'string' } } }),
    },
  }
}

/** Plain lists use headers for what other answers have in `meta`. */
const isBareList = ({ response, query }: Endpoint) => response.type === 'array' && query !== undefined

const noStore = {
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

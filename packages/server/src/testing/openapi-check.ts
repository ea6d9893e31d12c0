import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { fullFormats } from 'ajv-formats/dist/formats.js'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { openApiDocument } from '../http/openapi/document.ts'

/**
 * Checks each call of a test against the OpenAPI document: every accepted request must be valid, and every answer, too. An answer may not
 * even have a field that the document lacks. A violation fails the test.
 */
export function checkAgainstDocument(app: FastifyInstance): void {
  const inject = app.inject.bind(app)
  const checked = async (request: InjectOptions | string) => {
    const options = typeof request === 'string' ? { url: request } : request
    const answer = await inject(options)
    const violation = findViolation(options, answer)
    if (violation !== undefined) throw new Error(`Against /openapi.json: ${violation}`)
    return answer
  }
  app.inject = checked as typeof app.inject
}

interface Described {
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: object; readonly required: boolean }[]
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, unknown>> }
  readonly responses: Readonly<Record<string, { readonly $ref?: string }>>
}

interface DescribedAnswer {
  readonly headers?: Readonly<Record<string, { readonly required?: boolean }>>
  readonly content: Readonly<Record<string, unknown>>
}

function findViolation(request: InjectOptions, answer: LightMyRequestResponse): string | undefined {
  if (typeof request.url !== 'string') throw new Error('A test writes the address of a call as a text')
  const url = new URL(`http://keydesk.test${request.url}`)
  const method = (request.method ?? 'GET').toLowerCase()
  const path = findPath(url.pathname)
  const operation = path === undefined ? undefined : described().paths[path]?.[method]
  if (path === undefined || operation === undefined) return undefined
  const call = `${method.toUpperCase()} ${path}`
  const address = `/paths/${escape(path)}/${method}`

  // A request that a rule of the shop refuses (409, 422) is well formed, so it must be valid, too.
  const wasTaken = answer.statusCode < 300 || answer.statusCode === 409 || answer.statusCode === 422
  const problem = wasTaken ? findRequestProblem(operation, address, request, url) : undefined
  if (problem !== undefined) return `the server took a ${call} that is not valid: ${problem}`

  const response = operation.responses[answer.statusCode]
  if (response === undefined) return `${call} answered ${answer.statusCode}, which is not in it (${answer.body.slice(0, 200)})`
  const responseAddress = response.$ref?.slice(1) ?? `${address}/responses/${answer.statusCode}`
  const wrong = findAnswerProblem(find(responseAddress) as DescribedAnswer, responseAddress, answer)
  return wrong && `the ${answer.statusCode} of ${call} is not valid: ${wrong}`
}

function findRequestProblem(operation: Described, address: string, request: InjectOptions, url: URL): string | undefined {
  const queryProblem = judge(`query ${address}`, () => ajvs().texts.compile(querySchema(operation)), Object.fromEntries(url.searchParams))
  if (queryProblem !== undefined) return `query: ${queryProblem}`
  const { requestBody } = operation
  if (requestBody === undefined || !('application/json' in requestBody.content)) return undefined
  const { payload, body = payload } = request
  const text = typeof body === 'string' || Buffer.isBuffer(body) ? body.toString() : JSON.stringify(body)
  // As the server reads it: an empty body is none, and a byte order mark, which some programs send, counts as a space.
  const bare = text?.trim()
  if (!bare) return requestBody.required ? 'the body is missing' : undefined
  const sent: unknown = JSON.parse(bare)
  const where = `${address}/requestBody/content/application~1json/schema`
  const compile = () => ajvs().requests.compile({ $ref: `openapi#${where}` })
  // The server trims most texts before it checks them.
  const problem = judge(where, compile, sent) && judge(where, compile, trimmed(sent))
  return problem && `body: ${problem}`
}

function findAnswerProblem({ headers = {}, content }: DescribedAnswer, address: string, answer: LightMyRequestResponse) {
  for (const [name, { required }] of Object.entries(headers)) {
    if (required === true && answer.headers[name.toLowerCase()] === undefined) return `the header ${name} is missing`
  }
  const type = String(answer.headers['content-type']).split(';')[0] ?? ''
  if (!(type in content)) return `its type is ${type}`
  if (type !== 'application/json' || answer.headers['content-encoding'] !== undefined) return undefined
  const where = `${address}/content/application~1json/schema`
  return judge(where, () => ajvs().answers.compile({ $ref: `openapi#${where}` }), answer.json())
}

const querySchema = ({ parameters }: Described) => {
  const inQuery = parameters.filter((parameter) => parameter.in === 'query')
  return {
    type: 'object',
    properties: Object.fromEntries(inQuery.map(({ name, schema }) => [name, schema])),
    required: inQuery.filter(({ required }) => required).map(({ name }) => name),
  }
}

const compiled = new Map<string, ValidateFunction>()

function judge(name: string, compile: () => ValidateFunction, value: unknown): string | undefined {
  const validate = compiled.get(name) ?? compile()
  compiled.set(name, validate)
  if (validate(value)) return undefined
  return (validate.errors ?? [])
    .map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`)
    .join('; ')
}

type Paths = Readonly<Record<string, Readonly<Record<string, Described>>>>
let known: { readonly paths: Paths } | undefined

/** The document as a client gets it. */
const described = () =>
  (known ??= JSON.parse(JSON.stringify(openApiDocument({ version: '0.0.0', serverUrl: 'http://keydesk.test' }))) as { paths: Paths })

let made: Record<'requests' | 'answers' | 'texts', Ajv2020> | undefined

function ajvs() {
  if (made !== undefined) return made
  // Each schema validates only a few values, so optimising its code would cost more than it saves.
  const options = { strict: false, allErrors: true, formats: fullFormats, inlineRefs: false, code: { optimize: false } }
  return (made = {
    requests: new Ajv2020({ ...options, schemas: { openapi: described() } }),
    answers: new Ajv2020({ ...options, schemas: { openapi: closed(described()) as object } }),
    /** Query values are text: `5` for a number, `true` for a boolean. */
    texts: new Ajv2020({ ...options, coerceTypes: true }),
  })
}

function trimmed(node: unknown): unknown {
  if (typeof node === 'string') return node.trim()
  if (Array.isArray(node)) return node.map(trimmed)
  if (typeof node !== 'object' || node === null) return node
  return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, trimmed(value)]))
}

/** The same document, with objects that allow only the named fields. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed)
  if (typeof node !== 'object' || node === null) return node
  const copy = Object.fromEntries(Object.entries(node).map(([name, value]) => [name, closed(value)]))
  return copy.type === 'object' && 'properties' in copy ? { additionalProperties: false, ...copy } : copy
}

/** The path of the document that matches an address. A path without a parameter in that place comes first. */
function findPath(pathname: string): string | undefined {
  const parts = pathname.replace(/(?<=.)\/$/, '').split('/')
  const fits = (names: readonly string[]) =>
    names.length === parts.length && names.every((name, index) => name.startsWith('{') || name === parts[index])
  return paths().find(({ names }) => fits(names))?.path
}

let split: { readonly path: string; readonly names: readonly string[] }[] | undefined

const paths = () =>
  (split ??= Object.keys(described().paths)
    .toSorted((one, other) => one.split('{').length - other.split('{').length)
    .map((path) => ({ path, names: path.split('/') })))

const escape = (path: string) => path.replaceAll('~', '~0').replaceAll('/', '~1')

function find(address: string): unknown {
  let node: unknown = described()
  for (const part of address.slice(1).split('/')) node = (node as Record<string, unknown>)[part.replaceAll('~1', '/').replaceAll('~0', '~')]
  return node
}

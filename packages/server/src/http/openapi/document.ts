import type { Endpoint } from '@keydesk/contract'
import { nouns } from '@keydesk/contract/docs'
import { bodiesOf, describeOperation, errorResponses, parameters, type Operation } from './operations.ts'
import { describeSchemas } from './schemas.ts'

const about = `The calls of Keydesk: the back office, and the store API for a storefront's server.

A success is \`{"data": …}\`; the few bare answers are shown as such. Every refusal has a \`message\` for a person and a \`code\` for a program.
Money is in US dollars with at most two decimals, times are UTC, ids are positive whole numbers.
Unknown fields of a body are ignored, except in a refund (400). Blanks around a text are dropped, except around passwords, the texts of mails, and \`description\`, \`full_description\`, \`game_name\`, \`requirements\`, \`supported_on\` and \`instructions\` of a product.
Answers may have more fields one day: pass over those that you do not know. Every path works with and without a slash at its end.`

/** The OpenAPI document of every call, made from the contract. */
export function openApiDocument({ version, serverUrl }: { version: string; serverUrl: string }) {
  const operations = allOperations()
  const sent = describeSchemas('output', bodiesOf(operations, 'response'))
  const received = describeSchemas('input', bodiesOf(operations, 'body'))
  const schemas = { ...sent.components, ...received.components }
  const twice = Object.keys(sent.components).filter((name) => name in received.components)
  if (twice.length > 0) throw new Error(`One name cannot describe both what is sent and what is received: ${twice.join(', ')}`)

  const paths: Record<string, Record<string, unknown>> = {}
  for (const operation of operations) {
    const path = documentPath(operation.endpoint)
    const described = describeOperation(operation, { body: received.roots[operation.id], response: sent.roots[operation.id] })
    paths[path] = { ...paths[path], [operation.endpoint.method.toLowerCase()]: described }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Keydesk', version, description: about, contact: { name: 'Whoever runs this shop', url: serverUrl } },
    servers: [{ url: serverUrl, description: 'This server' }],
    tags: Object.entries(nouns).map(([name, { about: description }]) => ({ name, description })),
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(schemas).toSorted(([one], [other]) => (one < other ? -1 : 1))),
      parameters,
      responses: errorResponses,
      securitySchemes: {
        session: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'The token of `POST /auth/password-login`, as is.' },
        apiKey: { type: 'http', scheme: 'bearer', description: 'The API key of a storefront: `kd_…`.' },
      },
    },
  }
}

export type OpenApiDocument = ReturnType<typeof openApiDocument>

/** Every call by its name in the contract, such as `coupons.list`. */
const allOperations = (): Operation[] =>
  Object.entries(nouns).flatMap(([tag, docs]) =>
    Object.entries(docs.endpoints).map(([name, endpoint]) => ({ id: `${tag}.${name}`, tag, name, endpoint, docs })),
  )

/** Every path works with and without a slash at the end (docs/reference/calls.md, Answers). The document shows it without. */
const documentPath = ({ path }: Pick<Endpoint, 'path'>) => path.replace(/:(\w+)/g, '{$1}').replace(/\/$/, '')

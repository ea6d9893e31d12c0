import { calls, errorBody, type Endpoint } from '@keydesk/contract'
import * as z from 'zod/mini'

/** The OpenAPI document of every call, made from the contract and so never out of date. */
export function openApiDocument({ version, serverUrl }: { version: string; serverUrl: string }) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [noun, group] of Object.entries(calls)) {
    for (const [name, endpoint] of Object.entries(group)) {
      const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(noun, name, endpoint) }
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Keydesk', version },
    servers: [{ url: serverUrl }],
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'The token of POST /auth/password-login, as is' },
        apiKey: { type: 'http', scheme: 'bearer', description: 'A storefront key: kd_…' },
      },
    },
  }
}

function operation(noun: string, name: string, endpoint: Endpoint) {
  return {
    tags: [noun],
    operationId: `${noun}.${name}`,
    summary: endpoint.summary,
    security: security(endpoint),
    parameters: [...pathParameters(endpoint), ...queryParameters(endpoint)],
    requestBody: requestBody(endpoint),
    responses: {
      200: { description: 'Success', content: { 'application/json': { schema: toJson(endpoint.response, 'output') } } },
      default: { description: 'Refusal', content: { 'application/json': { schema: toJson(errorBody, 'output') } } },
    },
  }
}

function security({ access }: Endpoint): Record<string, string[]>[] {
  if (access === 'public') return []
  if (access === 'optional') return [{}, { session: [] }]
  return [access === 'store' ? { apiKey: [] } : { session: [] }]
}

const pathParameters = ({ path }: Endpoint) =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: { type: 'integer', minimum: 1 } }))

function queryParameters({ query }: Endpoint) {
  if (query === undefined) return []
  const { properties = {}, required = [] } = toJson(query, 'input') as { properties?: Record<string, unknown>; required?: string[] }
  return Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', required: required.includes(name), schema }))
}

function requestBody({ body, upload }: Endpoint) {
  if (upload !== undefined) {
    const schema = { type: 'object', required: [upload], properties: { [upload]: { type: 'string', format: 'binary' } } }
    return { required: true, content: { 'multipart/form-data': { schema } } }
  }
  return body && { required: true, content: { 'application/json': { schema: toJson(body, 'input') } } }
}

function toJson(schema: z.ZodMiniType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

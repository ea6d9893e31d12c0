import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'
import { expect, test } from 'vitest'
import { openApiDocument } from './document.ts'
import type { Json } from './schemas.ts'

const document = openApiDocument({ version: '1.2.3', serverUrl: 'http://127.0.0.1:4000' })
const text = JSON.stringify(document)
const schemas = document.components.schemas as Record<string, { properties?: Record<string, Json> }>

test('Spectral finds nothing against its rules for OpenAPI', async () => {
  const linter = new spectral.Spectral()
  linter.setRuleset({ extends: [rulesets.oas as RulesetDefinition] })
  const found = await linter.run(text)
  expect(found.map(({ code, message, path }) => `${code} ${path.join('.')}: ${message}`)).toEqual([])
})

test('Redocly finds nothing against its recommended rules', async () => {
  // The owner decides on the licence of the API.
  const config = await createConfig({ extends: ['recommended'], rules: { 'info-license': 'off' } })
  const found = await lintFromString({ source: text, absoluteRef: '/openapi.json', config })
  expect(found.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`)).toEqual([])
})

test('every object has a name, except the envelopes', () => {
  const objects = allNodes(document.paths).filter(({ node, at }) => 'properties' in node && at.endsWith('schema'))
  const unnamed = [...objects, ...Object.entries(schemas).map(([name, node]) => ({ node, at: name }))].flatMap(({ node, at }) =>
    allNodes((node as Json)['properties'])
      .filter((inner) => 'properties' in inner.node)
      .map((inner) => `${at} ${inner.at}`),
  )
  // For a new object, add an entry to the docs file of its noun.
  expect(unnamed).toEqual([])
  const bodies = allNodes(document.paths).filter(({ at }) => at.endsWith('requestBody.content.application/json.schema'))
  expect(bodies.filter(({ node }) => !('$ref' in node)).map(({ at }) => at)).toEqual([])
})

test('fields with a fixed list of values list them', () => {
  const fixed =
    /^(status|state|category|type|discount_type|update_status|detection_status|cheat_type|spoofer_type|firmware_type|hardware_type)$/
  const open = Object.entries(schemas).flatMap(([name, { properties = {} }]) =>
    Object.entries(properties)
      .filter(([field, schema]) => fixed.test(field) && schema['enum'] === undefined && schema['$ref'] === undefined)
      .map(([field]) => `${name}.${field}`),
  )
  expect(open).toEqual([])
  expect(schemas['Order']?.properties?.['status']?.['enum']).toEqual(['pending', 'completed', 'cancelled', 'expired', 'refunded'])
})

test('a default belongs to a new coupon, not to a change of one', () => {
  expect(schemas['NewCouponInput']?.properties).toMatchObject({ max_usage: { default: 0 }, max_usage_per_user: { default: 1 } })
  expect(schemas['CouponInput']?.properties?.['max_usage']).not.toHaveProperty('default')
})

test('every tag, every call and every parameter of a query is described', () => {
  expect(document.tags.filter(({ description }) => description === undefined)).toEqual([])
  const described = Object.values(document.paths).flatMap((path) => Object.values(path) as Json[])
  expect(described.filter(({ description, summary }) => !description || !summary)).toEqual([])
  const parameters = described.flatMap((call) => call['parameters'] as Json[]).filter((parameter) => parameter['in'] === 'query')
  expect(parameters.filter(({ description }) => !description)).toEqual([])
})

/** Every object below this one, with its path. */
function allNodes(node: unknown, at = ''): { node: Json; at: string }[] {
  if (typeof node !== 'object' || node === null) return []
  const inner = Object.entries(node).flatMap(([name, value]) => allNodes(value, at === '' ? name : `${at}.${name}`))
  return Array.isArray(node) ? inner : [{ node: node as Json, at }, ...inner]
}

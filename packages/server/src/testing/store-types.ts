import openapiTS, { astToString } from 'openapi-typescript'
import { openApiDocument } from '../http/openapi/document.ts'

const head = '/** Made from the OpenAPI document by generate-types.ts. Do not edit. */\n'

/** The types of the store API, as TypeScript: everything with a name in the OpenAPI document that its calls use. */
export async function generateStoreTypes(): Promise<string> {
  const document = openApiDocument({ version: '0.0.0', serverUrl: 'http://127.0.0.1:4000' })
  const { paths, components } = document as unknown as { paths: Record<string, object>; components: { schemas: Record<string, object> } }
  const used = new Set<string>()
  const follow = (part: object): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/#\/components\/schemas\/(\w+)/g)) {
      if (used.has(name)) continue
      used.add(name)
      follow(components.schemas[name]!)
    }
  }
  for (const [path, calls] of Object.entries(paths)) if (path.startsWith('/store/')) follow(calls)
  const schemas = Object.fromEntries([...used].toSorted().map((name) => [name, components.schemas[name]]))
  const options = { rootTypes: true, rootTypesNoSchemaPrefix: true, rootTypesKeepCasing: true }
  const types = await openapiTS(
    JSON.stringify({ openapi: '3.1.0', info: { title: '', version: '' }, paths: {}, components: { schemas } }),
    options,
  )
  return `${head}${astToString(types)}`
}

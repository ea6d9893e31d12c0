import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { nothingHere } from '../errors.ts'
import { openApiDocument } from './openapi/document.ts'

interface Options {
  readonly version: string
  readonly serverUrl: () => string
}

/** Only these files of the viewer are served. */
const types: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
}

/** `/openapi.json`, and `/docs` to browse it. The addresses of the viewer's files contain its version, so that browsers can cache them. */
export function docs(app: FastifyInstance, { version, serverUrl }: Options): void {
  let document: ReturnType<typeof openApiDocument> | undefined
  let viewer: ReturnType<typeof findViewer> | undefined
  const documentOnce = () => (document ??= openApiDocument({ version, serverUrl: serverUrl() }))
  const viewerOnce = () => (viewer ??= findViewer())

  app.get('/openapi.json', async () => documentOnce())
  app.get('/docs/json', async () => documentOnce())
  app.get('/docs', async (_request, reply) => sendText(reply, 'text/html; charset=utf-8', pageOf(viewerOnce().version)))
  app.get('/docs/swagger-initializer.js', async (_request, reply) => sendText(reply, 'text/javascript; charset=utf-8', initializer))
  app.get<{ Params: { version: string; name: string } }>('/docs/:version/:name', async (request, reply) => {
    const { name, version: wanted } = request.params
    const type = Object.hasOwn(types, name) ? types[name] : undefined
    if (type === undefined || wanted !== viewerOnce().version) throw nothingHere()
    reply.type(type).header('cache-control', 'public, max-age=31536000, immutable')
    return readFile(join(viewerOnce().folder, name))
  })
}

const sendText = (reply: FastifyReply, type: string, text: string) => reply.header('cache-control', 'no-cache').type(type).send(text)

function findViewer() {
  const require = createRequire(import.meta.url)
  const manifest = require.resolve('@fastify/swagger-ui/package.json')
  const { version } = require(manifest) as { version: string }
  return { version, folder: join(dirname(manifest), 'static') }
}

const pageOf = (version: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Keydesk API</title>
    <link rel="icon" type="image/png" href="/docs/${version}/favicon-32x32.png">
    <link rel="stylesheet" href="/docs/${version}/swagger-ui.css">
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="/docs/${version}/swagger-ui-bundle.js"></script>
    <script src="/docs/swagger-initializer.js"></script>
  </body>
</html>
`

/** A separate file, because inline scripts are forbidden. */
const initializer = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#swagger-ui', deepLinking: true, validatorUrl: null })
`

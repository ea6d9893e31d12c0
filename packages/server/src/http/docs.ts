import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { openApiDocument } from './openapi.ts'

interface Options {
  readonly version: string
  readonly serverUrl: () => string
}

/**
 * `/openapi.json`, and `/docs` to browse it. Both are made when somebody first asks: the viewer is a server of its
 * own behind the route, so that it costs no start anything and keeps its own Content-Security-Policy.
 */
export function docs(app: FastifyInstance, { version, serverUrl }: Options): void {
  let document: ReturnType<typeof openApiDocument> | undefined
  let viewer: Promise<FastifyInstance> | undefined
  const documentOnce = () => (document ??= openApiDocument({ version, serverUrl: serverUrl() }))

  app.get('/openapi.json', async () => documentOnce())
  app.get('/docs/*', serve)
  app.get('/docs', serve)

  async function serve(request: FastifyRequest, reply: FastifyReply) {
    viewer ??= createViewer(documentOnce())
    const { routing } = await viewer
    reply.hijack()
    routing(request.raw, reply.raw)
  }
  app.addHook('onClose', async () => {
    await (await viewer)?.close()
  })
}

async function createViewer(document: object): Promise<FastifyInstance> {
  const [{ default: swagger }, { default: swaggerUi }] = await Promise.all([import('@fastify/swagger'), import('@fastify/swagger-ui')])
  const viewer = Fastify()
  await viewer.register(swagger, { mode: 'static', specification: { document: document as never } })
  await viewer.register(swaggerUi, { routePrefix: '/docs', staticCSP: true })
  await viewer.ready()
  return viewer
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'

/** What pages may do. `apiHost` is the foreign host that the web app was built for, if any. */
export function securityHeaders(app: FastifyInstance, { apiHost }: { apiHost: string | null }): void {
  const headers = headersOf({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Positioned menus, toasts and text alignment set style attributes; no script can come of one.
        styleSrc: ["'self'", "'unsafe-inline'"],
        // Rich text shows images by their address anywhere on the web.
        imgSrc: ["'self'", 'data:', 'blob:', 'http:', 'https:'],
        fontSrc: ["'self'"],
        connectSrc: apiHost === null ? ["'self'"] : ["'self'", apiHost],
        objectSrc: ["'none'"],
        frameSrc: ["'none'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
      },
    },
    // Plain http on one's own machine must keep working; TLS is the reverse proxy's.
    strictTransportSecurity: false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  })
  app.addHook('onRequest', async (_request, reply) => void reply.headers(headers))
}

type Options = Parameters<typeof helmet>[0]

/** They are the same for every answer, and so made once: for each one anew they cost as much as a small read does. */
function headersOf(options: Options): Record<string, string> {
  const headers: Record<string, string> = {}
  const response = { setHeader: (name: string, value: string) => void (headers[name.toLowerCase()] = value), removeHeader: () => undefined }
  helmet(options)({} as IncomingMessage, response as unknown as ServerResponse, (error?: unknown) => {
    if (error !== undefined) throw error
  })
  return headers
}

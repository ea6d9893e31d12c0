import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For answers to programs, which a browser does not show as a page. */
    isCall?: boolean
  }
}

const policies = {
  // Plain HTTP on localhost must keep working; the reverse proxy does TLS.
  strictTransportSecurity: false,
  crossOriginEmbedderPolicy: false,
  referrerPolicy: { policy: 'no-referrer' },
  xFrameOptions: { action: 'deny' },
} as const

/** What pages may do. `apiHost` is the foreign host that the web app was built for, if any. */
export const pageHeaders = (apiHost: string | null): Record<string, string> =>
  headersOf({
    ...policies,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Positioned menus, toasts and text alignment set style attributes, which cannot run a script.
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
  })

export function securityHeaders(app: FastifyInstance, { apiHost }: { apiHost: string | null }): void {
  const forPages = pageHeaders(apiHost)
  app.addHook('onRequest', async (request, reply) => void reply.headers(request.routeOptions.config.isCall === true ? forCalls : forPages))
}

type Options = Parameters<typeof helmet>[0]

/** Made once: making them per answer costs as much as a small read. */
function headersOf(options: Options): Record<string, string> {
  const headers: Record<string, string> = {}
  const response = { setHeader: (name: string, value: string) => void (headers[name.toLowerCase()] = value), removeHeader: () => undefined }
  helmet(options)({} as IncomingMessage, response as unknown as ServerResponse, (error?: unknown) => {
    if (error !== undefined) throw error
  })
  return headers
}

/**
 * Data may do nothing, and nothing on the way may keep it: most calls answer something that not everybody may see, be it a key, a token or a
 * customer. Headers for documents and old browsers are left out: each costs 1 % of a small read.
 */
const forCalls = {
  'cache-control': 'no-store',
  ...headersOf({
    ...policies,
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  }),
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import helmet from 'helmet'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For answers to programs, which a browser does not show as a page. */
    isCall?: boolean
  }
}

type SetHeaders = (request: FastifyRequest, reply: FastifyReply) => void

const policies = {
  // Plain HTTP on localhost must keep working. The reverse proxy handles TLS.
  strictTransportSecurity: false,
  crossOriginEmbedderPolicy: false,
  referrerPolicy: { policy: 'no-referrer' },
  xFrameOptions: { action: 'deny' },
} as const

/** What pages may do. `apiHost` is the foreign host that the web app was built for, if any. */
export const pageHeaders = (apiHost: string | null): SetHeaders =>
  withHelmet({
    ...policies,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Positioned menus, toasts and text alignment set style attributes, which cannot run a script.
        styleSrc: ["'self'", "'unsafe-inline'"],
        // Rich text may show images from anywhere on the web.
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

/** Data may do nothing. Headers that only matter for documents and old browsers are left out. */
const callHeaders = withHelmet({
  ...policies,
  contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
})

export function securityHeaders(app: FastifyInstance, { apiHost }: { apiHost: string | null }): void {
  const forPages = pageHeaders(apiHost)
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.isCall !== true) return forPages(request, reply)
    callHeaders(request, reply)
    // No proxy or browser may store it: most answers contain data that not everybody may see, such as a key, a token or a customer.
    reply.header('cache-control', 'no-store')
  })
}

function withHelmet(options: Parameters<typeof helmet>[0]): SetHeaders {
  const setHeaders = helmet(options)
  return (request, reply) =>
    setHeaders(request.raw, reply.raw, (error?: unknown) => {
      if (error !== undefined) throw error
    })
}

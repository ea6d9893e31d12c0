import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/** What pages may do. `apiHost` is the foreign host that the web app was built for, if any. */
export async function securityHeaders(app: FastifyInstance, { apiHost }: { apiHost: string | null }): Promise<void> {
  await app.register(helmet, {
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
}

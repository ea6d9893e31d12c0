import fastifyMultipart from '@fastify/multipart'
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import manifest from '../package.json' with { type: 'json' }
import type { Deps } from './deps.ts'
import { createBind } from './http/bind.ts'
import { compression } from './http/compression.ts'
import { onClientError, requireHost, usualPatience, type Patience } from './http/client-error.ts'
import { closing } from './http/closing.ts'
import { cors } from './http/cors.ts'
import { docs } from './http/docs.ts'
import { createServe } from './http/download.ts'
import { createGate } from './http/gate.ts'
import { health } from './http/health.ts'
import { jsonBody } from './http/json-body.ts'
import { mediaFiles } from './http/media-files.ts'
import { metrics } from './http/metrics.ts'
import { onError } from './http/on-error.ts'
import { limitRequests } from './http/request-limit.ts'
import { requestLog } from './http/request-log.ts'
import { securityHeaders } from './http/security-headers.ts'
import { answerBadAddress, serveWebApp, type WebApp } from './http/web-app.ts'
import { requireStorefront } from './modules/api-keys/api-keys.service.ts'
import { apiKeyRoutes } from './modules/api-keys/api-keys.routes.ts'
import { announcementRoutes } from './modules/announcements/announcements.routes.ts'
import { accountRoutes } from './modules/auth/account.routes.ts'
import { authRoutes } from './modules/auth/auth.routes.ts'
import { requireSignedIn } from './modules/auth/sessions.service.ts'
import { catalogueRoutes } from './modules/catalogue/catalogue.routes.ts'
import { couponRoutes } from './modules/coupons/coupons.routes.ts'
import { customerRoutes } from './modules/customers/customers.routes.ts'
import type { OpenBot } from './modules/discord/bot-runner.service.ts'
import { discordRoutes } from './modules/discord/discord.routes.ts'
import { gameRoutes } from './modules/games/games.routes.ts'
import { historyRoutes } from './modules/history/history.routes.ts'
import { keyHistoryRoutes } from './modules/key-history/key-history.routes.ts'
import { keyImportRoutes } from './modules/key-imports/key-imports.routes.ts'
import { mailRoutes } from './modules/mails/mails.routes.ts'
import { mediaRoutes } from './modules/media/media.routes.ts'
import { orderPageRoutes } from './modules/order-page/order-page.routes.ts'
import { adminOrderRoutes } from './modules/orders/admin-orders.routes.ts'
import { storeOrderRoutes } from './modules/orders/store/store-orders.routes.ts'
import { referralRoutes } from './modules/referrals/referrals.routes.ts'
import { storeUserRoutes } from './modules/referrals/store-users.routes.ts'
import { restoreHoldRoutes } from './modules/restore-holds/restore-holds.routes.ts'
import { searchRoutes } from './modules/search/search.routes.ts'
import { shopRoutes } from './modules/shop/shop.routes.ts'
import { signInProviderRoutes, signInRedirects } from './modules/sign-in-providers/sign-in-providers.routes.ts'
import { setupRoutes } from './modules/setup/setup.routes.ts'
import { statisticsRoutes } from './modules/statistics/statistics.routes.ts'
import { shopImportRoutes } from './modules/shop-imports/shop-imports.routes.ts'
import { stockRoutes } from './modules/stock/stock.routes.ts'
import { teamRoutes } from './modules/team/team.routes.ts'
import { variantRoutes } from './modules/variants/variants.routes.ts'
import { webhookRoutes } from './modules/webhooks/webhooks.routes.ts'
import { withoutPorts } from './network.ts'
import { shopMetrics } from './shop-metrics.ts'

export interface AppOptions {
  /** The built web app. If left out, only the API is served. */
  readonly web: WebApp | null
  readonly corsOrigins: readonly string[]
  /** Addresses and ranges whose X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly string[]
  /** The token that /metrics requires. If left out, only this machine may read the metrics. */
  readonly metricsToken?: string | undefined
  readonly isDraining?: () => boolean
  /** Opens the chat service's client; left out on a server that never runs the bot. */
  readonly openBot?: OpenBot | undefined
  readonly patience?: Partial<Patience>
}

/** The whole server, not listening yet. */
export async function createApp(
  deps: Deps,
  { web, corsOrigins, trustedProxies, metricsToken, isDraining = () => false, openBot, patience: given }: AppOptions,
): Promise<FastifyInstance> {
  const patience = { ...usualPatience, ...given }
  // Fastify's own logger type: plugins do not accept an instance typed with pino's.
  const log: FastifyBaseLogger = deps.log
  const refuse = onError(deps.failures)
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    // The contract writes one path with a slash at its end; every path works both ways.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    bodyLimit: 1024 * 1024,
    // Anybody can send the header, so only the operator's own proxies are trusted.
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    // Idle connections are closed at once on shutdown; running requests finish.
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => {
      if (!answerBadAddress(web, request, reply)) refuse(error, request, reply)
    },
    clientErrorHandler: onClientError,
    // A client that sends a byte now and then must not hold a connection for ever.
    requestTimeout: patience.requestMs,
    connectionTimeout: patience.idleMs,
    http: {
      requireHostHeader: false,
      headersTimeout: patience.headersMs,
      connectionsCheckingInterval: Math.min(5_000, patience.headersMs / 4),
    },
  })
  app.setErrorHandler(refuse)
  // First of all hooks: with its port, each connection of a client would be another address.
  app.addHook('onRequest', async ({ raw: { headers } }) => {
    const forwardedFor = headers['x-forwarded-for']
    if (typeof forwardedFor === 'string') headers['x-forwarded-for'] = withoutPorts(forwardedFor)
  })
  requestLog(app)
  requireHost(app)
  closing(app, deps.stopping)
  securityHeaders(app, { apiHost: web?.apiHost ?? null })
  await compression(app)
  await cors(app, corsOrigins)
  jsonBody(app)
  await app.register(fastifyMultipart)

  health(app, { db: deps.db, disk: deps.disk, version: manifest.version, isDraining })
  metrics(app, metricsToken ?? null, shopMetrics(deps))
  docs(app, { version: manifest.version, serverUrl: deps.publicUrl })
  mediaFiles(app, deps.files)

  const countRequest = limitRequests(deps.requestsPerMinute, `This API key may make ${deps.requestsPerMinute} requests a minute`)
  const gate = createGate(
    {
      signedIn: (token) => requireSignedIn(deps, token),
      storefront: (apiKey, scope, address) => requireStorefront(deps, apiKey, scope, countRequest, address),
    },
    deps.disk,
  )
  const bind = createBind(app, gate, deps)
  const serve = createServe(app, gate)
  authRoutes(bind, deps)
  accountRoutes(bind, deps)
  teamRoutes(bind, deps)
  apiKeyRoutes(bind, deps)
  webhookRoutes(bind, deps)
  catalogueRoutes(bind, deps)
  variantRoutes(bind, deps)
  stockRoutes(bind, deps)
  restoreHoldRoutes(bind, deps)
  keyImportRoutes(bind, deps)
  keyHistoryRoutes(bind, deps)
  shopRoutes(bind, deps)
  mailRoutes(bind, deps)
  mediaRoutes(bind, deps)
  gameRoutes(bind, deps)
  storeOrderRoutes(bind, deps)
  storeUserRoutes(bind, deps)
  couponRoutes(bind, deps)
  referralRoutes(bind, deps)
  announcementRoutes(bind, deps)
  discordRoutes(bind, deps, openBot ?? null)
  historyRoutes(bind, deps)
  adminOrderRoutes(bind, serve, deps)
  statisticsRoutes(bind, serve, deps)
  customerRoutes(bind, deps)
  searchRoutes(bind, deps)
  shopImportRoutes(bind, serve, deps)
  signInProviderRoutes(bind, deps)
  await app.register(signInRedirects(deps))
  setupRoutes(bind, deps)
  await app.register(orderPageRoutes(deps))

  await serveWebApp(app, web)
  return app
}

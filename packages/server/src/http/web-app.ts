import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { nothingHere } from '../errors.ts'
import { pageHeaders } from './security-headers.ts'
import { loadPages, type PageFor } from './web-page.ts'

export interface WebApp {
  /** The folder with the built web app. */
  readonly root: string
  /** The foreign host that it was built to call, if any. */
  readonly apiHost: string | null
  readonly pageFor: PageFor
}

/** The built web app, or null when there is none: the API works without it. */
export function loadWebApp(root: string, brandTitle: string): WebApp | null {
  try {
    const { api_host } = JSON.parse(readFileSync(join(root, 'build.json'), 'utf8')) as { api_host: string | null }
    return { root, apiHost: api_host, pageFor: loadPages(root, brandTitle) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Serves the web app's files, and its page for every other navigation. */
export async function serveWebApp(app: FastifyInstance, web: WebApp | null): Promise<void> {
  if (web !== null) {
    await app.register(fastifyStatic, {
      root: web.root,
      index: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        // Names of files under assets/ contain a hash of their content.
        reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
    // Before the `/*` route of the files: the page is filled in, so its compressed file is not used.
    app.get('/', async (request, reply) => page(web, request, reply))
  }
  app.setNotFoundHandler(async (request, reply) => {
    if (web !== null && isNavigation(request)) return page(web, request, reply)
    throw nothingHere()
  })
}

/** Answers a navigation to an address that cannot be decoded, such as `/%`, with the web app's page, which shows 'not found'. */
export function answerBadAddress(web: WebApp | null, request: FastifyRequest, reply: FastifyReply): boolean {
  if (web === null || !isNavigation(request)) return false
  // No hook runs for such a request.
  pageHeaders(web.apiHost)(request, reply)
  void page(web, request, reply)
  return true
}

const page = (web: WebApp, request: FastifyRequest, reply: FastifyReply) =>
  reply
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(web.pageFor(request.url.replace(/\?.*/s, '')))

/** A browser that navigates to a page, not a program that fetches data. */
function isNavigation(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  if (/^\/(admin|auth|store|media|assets)(\/|$)/.test(request.url)) return false
  return request.headers['sec-fetch-mode'] === 'navigate' || (request.headers.accept ?? '').includes('text/html')
}

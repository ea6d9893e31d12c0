import { leftOutHeader, viewAsHeader } from '@keydesk/contract'
import type { FastifyInstance } from 'fastify'

/** Lets pages of other origins call the API, where CORS_ORIGINS names them. */
export async function cors(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return
  const { default: fastifyCors } = await import('@fastify/cors')
  await app.register(fastifyCors, {
    origin: [...origins],
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: ['authorization', 'content-type', 'idempotency-key', viewAsHeader],
    exposedHeaders: ['retry-after', 'x-next-cursor', 'x-total-count', 'content-disposition', leftOutHeader],
    maxAge: 600,
  })
}

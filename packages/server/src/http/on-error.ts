import type { ErrorBody } from '@keydesk/contract'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isUnavailable } from '../db/failures.ts'
import { AppError } from '../errors.ts'

/** The refusal for a thrown error. Logs what an operator should know. */
export function refusalOf(error: FastifyError, request: FastifyRequest): AppError {
  const refusal = error instanceof AppError ? error : hasHungUp(request, error) ? hungUp() : toRefusal(error)
  if (refusal.kind === 'internal' || refusal.kind === 'unavailable') {
    // Log only these fields: a driver's error object holds the query's parameters, which may be keys.
    const cause = error.cause instanceof Error ? error.cause.stack : undefined
    request.log.error({ name: error.name, code: error.code, stack: error.stack, cause }, 'request failed')
  }
  return refusal
}

/** Answers a thrown error as JSON. */
export function onError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = refusalOf(error, request)
  const { code = refusal.kind, fields, current, data, retryAfter } = refusal.details
  if (retryAfter !== undefined) reply.header('retry-after', String(Math.max(1, Math.ceil(retryAfter))))
  const body: ErrorBody = { message: refusal.message, code, fields, current, data }
  reply.status(refusal.status).type('application/json; charset=utf-8').send(body)
}

/** The client disconnected during its request. A broken database connection has the same code, but then the request is complete. */
const hasHungUp = ({ raw }: FastifyRequest, { code }: FastifyError): boolean => code === 'ECONNRESET' && raw.destroyed && !raw.complete

const hungUp = () => new AppError('invalid_input', 'The client went away')

/** Maps errors of the framework and the drivers to refusals. */
function toRefusal(error: FastifyError): AppError {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError('too_large', 'The request is too large')
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError('unsupported_media', 'The body must be application/json')
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return new AppError('invalid_input', 'The body is not valid JSON')
    default:
  }
  if (isUnavailable(error)) {
    return new AppError('unavailable', 'The database is not available right now. Please try again in a moment.', { retryAfter: 2 })
  }
  const status = error.statusCode ?? 500
  if (status >= 400 && status < 500) return new AppError('invalid_input', 'The request could not be read')
  return new AppError('internal', 'Something went wrong')
}

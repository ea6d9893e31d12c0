import type { ErrorBody } from '@keydesk/contract'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { outageOf, type FailureLog } from '../failure-log.ts'

/** The refusal for a thrown error, which is logged if it is a fault or an outage. */
export function refusalOf(failures: FailureLog, error: FastifyError | AppError, request: FastifyRequest): AppError {
  const refusal = error instanceof AppError ? error : hasHungUp(request, error) ? hungUp() : toRefusal(error)
  // A refusal without a cause is deliberate, such as that of a server which is about to stop.
  const isFailure = refusal.kind === 'internal' || (refusal.kind === 'unavailable' && (refusal !== error || refusal.cause !== undefined))
  if (isFailure) failures.report(error, 'request failed', {}, request.log)
  return refusal
}

/** Answers a thrown error as JSON. */
export const onError =
  (failures: FailureLog) =>
  (error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply): void => {
    const refusal = refusalOf(failures, error, request)
    const { code = refusal.kind, fields, current, data } = refusal.details
    setRetryAfter(reply, refusal)
    const body: ErrorBody = { message: refusal.message, code, fields, current, data }
    reply.status(refusal.status).type('application/json; charset=utf-8').send(body)
  }

/** Says in whole seconds when to try again, if that is known. */
export function setRetryAfter(reply: FastifyReply, { details: { retryAfter } }: AppError): void {
  if (retryAfter !== undefined) reply.header('retry-after', String(Math.max(1, Math.ceil(retryAfter))))
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
  if (outageOf(error) !== undefined) {
    return new AppError('unavailable', 'The database is not available right now. Please try again in a moment.', { retryAfter: 2 })
  }
  const status = error.statusCode ?? 500
  if (status >= 400 && status < 500) return new AppError('invalid_input', 'The request could not be read')
  return new AppError('internal', 'Something went wrong')
}

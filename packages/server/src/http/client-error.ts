import type { Socket } from 'node:net'
import type { ErrorBody } from '@keydesk/contract'
import type { FastifyInstance } from 'fastify'
import { invalid } from '../errors.ts'

/** How long a client may take, in milliseconds. */
export interface Patience {
  /** To send the headers of a request. */
  readonly headersMs: number
  /** To send a whole request: the largest upload on a slow line. */
  readonly requestMs: number
  /** To send or read the next byte: a stalled reader would keep its answer in memory. */
  readonly idleMs: number
}

export const usualPatience: Patience = { headersMs: 20_000, requestMs: 120_000, idleMs: 60_000 }

/** Answers an invalid or incomplete HTTP request in the shape of every refusal, and ends the connection. */
export function onClientError(error: Error & { code?: string }, socket: Socket): void {
  // The client has disconnected, or already has its answer.
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable || socket.bytesWritten > 0) {
    socket.destroy()
    return
  }
  const { line, message } = answers[error.code ?? ''] ?? malformed
  const body = JSON.stringify({ message, code: 'invalid_input' } satisfies ErrorBody)
  const headers = ['content-type: application/json; charset=utf-8', `content-length: ${Buffer.byteLength(body)}`, 'connection: close']
  socket.end(`HTTP/1.1 ${line}\r\n${headers.join('\r\n')}\r\n\r\n${body}`)
}

/** HTTP/1.1 requires this answer. Node's own refusal would have no body. */
export function requireHost(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.httpVersion === '1.1' && raw.headers.host === undefined) throw invalid('The request does not say which host it is for')
  })
}

const malformed = { line: '400 Bad Request', message: 'The request could not be read' }
const answers: Readonly<Record<string, { line: string; message: string }>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { line: '408 Request Timeout', message: 'The request took too long to arrive' },
  HPE_HEADER_OVERFLOW: { line: '431 Request Header Fields Too Large', message: 'The headers of the request are too large' },
}

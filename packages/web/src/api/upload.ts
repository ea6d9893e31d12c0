import type { CallInput, Endpoint } from '@keydesk/contract'
import { type AddressParts, absolute, pathOf } from './address.ts'
import type { Received, Reply } from './answer.ts'
import { type Connection, credentialsOf, handleSessionEnd, loadReader } from './call.ts'
import { ApiError, unreachableError } from './error.ts'

/** A file if the call takes one, otherwise a body that is JSON already. */
type UploadInput<E extends Endpoint> = E extends { upload: string } ? CallInput<E> : Omit<CallInput<E>, 'body'> & { readonly body: Blob }

interface Watch {
  /** Called with the whole percent that has been sent. */
  readonly onProgress?: (percent: number) => void
  readonly signal?: AbortSignal
}

export type Upload = <E extends Endpoint>(endpoint: E, input: UploadInput<E>, watch?: Watch) => Promise<Reply<E>>

/** Sends a file as multipart, or a large body. Uses XMLHttpRequest because fetch does not report upload progress. */
export function createUpload(connection: Connection): Upload {
  return async (endpoint, input, watch = {}) => {
    const { file, body, form, ...parts } = input as AddressParts & { file?: File; body?: Blob; form?: Record<string, string> }
    const { token, headers } = credentialsOf(connection)
    const request = new XMLHttpRequest()
    request.open(endpoint.method, absolute(connection.host, pathOf(endpoint, parts)))
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)

    const [{ readAnswer }, received] = await Promise.all([loadReader(), send(request, body ?? formOf(endpoint, file!, form), file, watch)])
    const { status, payload } = received
    return readAnswer(endpoint, { ...received, isSessionEnd: handleSessionEnd(connection, token, endpoint, status, payload) })
  }
}

function formOf({ upload }: Endpoint, file: File, fields: Readonly<Record<string, string>> = {}): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append(upload!, file)
  return form
}

function send(
  request: XMLHttpRequest,
  content: FormData | Blob,
  file: File | undefined,
  { onProgress, signal }: Watch,
): Promise<Omit<Received, 'isSessionEnd'>> {
  return new Promise((resolve, reject) => {
    const cancelled = () => reject(new DOMException('The upload was cancelled', 'AbortError'))
    if (signal?.aborted) return cancelled()
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress?.(Math.floor((loaded / total) * 100))
    })
    request.addEventListener('abort', cancelled)
    request.addEventListener('error', () => void findFailure(file).then(reject))
    request.addEventListener('load', () =>
      resolve({ status: request.status, payload: parseJson(request.responseText), header: (name) => request.getResponseHeader(name) }),
    )
    request.send(content)
  })
}

/** Why there is no answer. A browser cannot read a file that has changed since it was chosen, and reports that like a lost connection. */
async function findFailure(file: File | undefined): Promise<ApiError> {
  try {
    await file?.slice(0, 1).arrayBuffer()
  } catch (cause) {
    const message = 'The file was changed or moved after it was chosen. Choose it again.'
    // The status of a refused file: sending it again does not help.
    return new ApiError(message, { code: 'file_changed', status: 400, cause })
  }
  return unreachableError(undefined)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

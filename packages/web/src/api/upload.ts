import type { CallInput, Endpoint } from '@keydesk/contract'
import { type AddressParts, absolute, pathOf } from './address.ts'
import type { Received, Reply } from './answer.ts'
import { type Connection, credentialsOf, handleSessionEnd, loadReader } from './call.ts'
import { unreachableError } from './error.ts'

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

    const [{ readAnswer }, received] = await Promise.all([loadReader(), send(request, body ?? formOf(endpoint, file!, form), watch)])
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

function send(request: XMLHttpRequest, content: FormData | Blob, { onProgress, signal }: Watch): Promise<Omit<Received, 'isSessionEnd'>> {
  return new Promise((resolve, reject) => {
    const cancelled = () => reject(new DOMException('The upload was cancelled', 'AbortError'))
    if (signal?.aborted) return cancelled()
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress?.(Math.floor((loaded / total) * 100))
    })
    request.addEventListener('abort', cancelled)
    request.addEventListener('error', () => reject(unreachableError(undefined)))
    request.addEventListener('load', () =>
      resolve({ status: request.status, payload: parseJson(request.responseText), header: (name) => request.getResponseHeader(name) }),
    )
    request.send(content)
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

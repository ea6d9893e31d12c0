import type { CallInput, Endpoint } from '@keydesk/contract'
import { absolute, pathOf, type AddressParts } from './address.ts'
import type { Received, Reply } from './answer.ts'
import { credentialsOf, endsSession, loadReader, type Connection } from './call.ts'
import { unreachableError } from './error.ts'

type UploadEndpoint = Endpoint & { readonly upload: string }

interface Watch {
  /** Told whole per cents of what left this machine. */
  readonly onProgress?: (percent: number) => void
  readonly signal?: AbortSignal
}

export type Upload = <E extends UploadEndpoint>(endpoint: E, input: CallInput<E>, watch?: Watch) => Promise<Reply<E>>

/** Sends a file as multipart. XMLHttpRequest, because fetch tells nothing about the progress of a request body. */
export function createUpload(connection: Connection): Upload {
  return async (endpoint, input, watch = {}) => {
    const { file, ...parts } = input as unknown as AddressParts & { file: File }
    const form = new FormData()
    form.append(endpoint.upload, file)
    const { token, headers } = credentialsOf(connection)
    const request = new XMLHttpRequest()
    request.open(endpoint.method, absolute(connection.host, pathOf(endpoint, parts)))
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)

    const [{ readAnswer }, received] = await Promise.all([loadReader(), send(request, form, watch)])
    const isSessionEnd = received.status === 401 && endsSession(endpoint)
    if (isSessionEnd && token !== null) connection.onUnauthorized(token)
    return readAnswer(endpoint, { ...received, isSessionEnd })
  }
}

function send(request: XMLHttpRequest, form: FormData, { onProgress, signal }: Watch): Promise<Omit<Received, 'isSessionEnd'>> {
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
    request.send(form)
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

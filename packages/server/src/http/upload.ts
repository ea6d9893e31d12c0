import type { MultipartFile } from '@fastify/multipart'
import { imageRefusals, limits } from '@keydesk/contract'
import type { FastifyRequest } from 'fastify'
import { AppError, invalid } from '../errors.ts'

/** The largest overhead of a form: boundaries, headers, a few small fields. */
const formBytes = 64 * 1024
const formLimits = { files: 1, fields: 20, fieldSize: 8 * 1024, fieldNameSize: 100, headerPairs: 50 }

/** How long the rest of a refused upload may take before the connection is cut. */
const patienceMs = 30_000

/** How large a file may be, and the sentences that refuse one. */
export interface FileRules {
  readonly bytes: number
  readonly empty: string
  readonly tooLarge: string
}

export const imageRules: FileRules = { bytes: limits.imageBytes, ...imageRefusals }

export interface Upload {
  readonly bytes: Uint8Array
  /** The name of the file, as the sender calls it. */
  readonly name: string
  /** The text fields beside the file. */
  readonly fields: ReadonlyMap<string, string>
}

/**
 * The only file in a multipart body, with the text fields beside it.
 * @throws 415 for another kind of body, 413 over the limit, 400 for a missing, empty, damaged or incomplete file
 */
export async function receiveUpload(request: FastifyRequest, field: string, rules = imageRules): Promise<Upload> {
  if (!request.isMultipart()) throw new AppError('unsupported_media', `Send the file as multipart/form-data in the field ${field}`)
  try {
    if (Number(request.headers['content-length']) > rules.bytes + formBytes) throw tooLarge(rules)
    return await readForm(request, field, rules)
  } catch (error) {
    discardRest(request)
    throw error instanceof AppError ? error : toRefusal(error)
  }
}

async function readForm(request: FastifyRequest, field: string, rules: FileRules): Promise<Upload> {
  let bytes: Uint8Array | undefined
  let name = ''
  const fields = new Map<string, string>()
  // Read to the end even after the file, to verify that the form is complete.
  for await (const part of request.parts({ limits: { ...formLimits, fileSize: rules.bytes } })) {
    if (part.type !== 'file') {
      if (typeof part.value === 'string') fields.set(part.fieldname, part.value)
      continue
    }
    if (part.fieldname !== field) throw invalid(`The file belongs in the field ${field}`, { [field]: 'Choose a file to upload' })
    name = part.filename
    bytes = await readFile(part, rules)
  }
  if (bytes === undefined) throw invalid('Choose a file to upload', { [field]: 'Choose a file to upload' })
  if (bytes.length === 0) throw invalid(rules.empty, { [field]: rules.empty })
  return { bytes, name, fields }
}

async function readFile({ file }: MultipartFile, rules: FileRules): Promise<Uint8Array> {
  // Refuse at once: the plugin itself waits for the rest of the file.
  if (file.truncated) throw tooLarge(rules)
  file.once('limit', () => file.destroy(tooLarge(rules)))
  const chunks: Uint8Array[] = []
  for await (const chunk of file) chunks.push(chunk as Uint8Array)
  return Buffer.concat(chunks)
}

const tooLarge = (rules: FileRules) => new AppError('too_large', rules.tooLarge)

/** The parser's errors mostly have no code. All of them are about the request. */
function toRefusal(error: unknown): AppError {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  return code === 'FST_FILES_LIMIT'
    ? invalid('Send one file at a time')
    : invalid('The upload could not be read: it is damaged or cut short')
}

/** Unread bytes would block the answer and the connection's next request. */
function discardRest({ raw }: FastifyRequest): void {
  raw.unpipe()
  raw.resume()
  const cut = setTimeout(() => raw.destroy(), patienceMs).unref()
  raw.once('close', () => clearTimeout(cut))
}

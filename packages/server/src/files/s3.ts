import { Readable } from 'node:stream'
import { S3NetworkError, S3ServiceError, S3mini } from 's3mini'
import { storageAway } from './away.ts'
import { requirePlainName, type Files } from './files.ts'
import type { S3Settings } from './s3-settings.ts'

/** A bucket that does not answer must not hold a request forever. */
const timeoutMs = 30_000

/** Media as objects in a bucket. */
export function s3Files({ prefix, ...settings }: S3Settings): Files {
  const bucket = new S3mini({ ...settings, requestAbortTimeout: timeoutMs })
  const keyOf = (name: string) => prefix + requirePlainName(name)
  return {
    async put(name, bytes, contentType) {
      await reach(bucket.putObject(keyOf(name), bytes, contentType))
    },
    async read(name) {
      // Whole, not as a stream: images are small, and a slow reader would run into the timeout.
      const content = await reach(bucket.getObjectArrayBuffer(keyOf(name)))
      return content === null ? undefined : { size: content.byteLength, body: Readable.from([Buffer.from(content)], { objectMode: false }) }
    },
    async isEmpty() {
      const found = await reach(bucket.listObjects('/', prefix, 1))
      return (found ?? []).length === 0
    },
    async remove(name) {
      await reach(bucket.deleteObject(keyOf(name)))
    },
  }
}

/**
 * A service that is overloaded counts as away, and so does one that refuses: credentials expire and clocks differ. If it does not allow
 * listing, Amazon also refuses to read what is missing.
 */
async function reach<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    const away = error instanceof S3ServiceError ? error.status >= 500 || [401, 403, 429].includes(error.status) : isNetworkFailure(error)
    if (!away) throw error
    throw storageAway(error)
  }
}

/** `fetch` reports a broken connection as a TypeError, and a timeout by its name. */
const isNetworkFailure = (error: unknown): boolean =>
  error instanceof S3NetworkError ||
  error instanceof TypeError ||
  (error instanceof Error && ['TimeoutError', 'AbortError'].includes(error.name))

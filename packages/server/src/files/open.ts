import { join } from 'node:path'
import type { Files } from './files.ts'

export interface Place {
  /** `s3://bucket/prefix`, or undefined for a folder beside the other data. */
  readonly mediaUrl: string | undefined
  readonly dataDir: string
  /** The variables that say how to reach the bucket. */
  readonly env: Record<string, string | undefined>
}

/**
 * Opens the storage for media. Loads only the code that is used.
 * @throws ConfigError when a variable that the bucket needs is missing
 */
export async function openFiles({ mediaUrl, dataDir, env }: Place): Promise<Files> {
  if (mediaUrl === undefined) {
    const { diskFiles } = await import('./disk.ts')
    return diskFiles(join(dataDir, 'media'))
  }
  const { readS3Settings } = await import('./s3-settings.ts')
  const settings = readS3Settings(mediaUrl, env)
  const { s3Files } = await import('./s3.ts')
  return s3Files(settings)
}

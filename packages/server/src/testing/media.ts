import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, rmdir } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { diskFiles } from '../files/disk.ts'
import type { Files } from '../files/files.ts'

/** Where a test stores its images: in its folder, or in a bucket if KEYDESK_TEST_MEDIA says so. */
export interface TestMedia {
  readonly files: Files
  /** The names of all stored files, including unfinished ones. */
  readonly names: () => Promise<string[]>
  /** Replaces a file with something that cannot be removed as a file. Returns a function that deletes it. */
  readonly block: (name: string) => Promise<() => Promise<void>>
}

export const openTestMedia = async (folder: string): Promise<TestMedia> =>
  process.env['KEYDESK_TEST_MEDIA'] === 's3' ? inBucket() : inFolder(join(folder, 'media'))

const inFolder = (folder: string): TestMedia => ({
  files: diskFiles(folder),
  names: () => list(folder),
  block: (name) => putFolder(join(folder, name)),
})

let bucket: Promise<{ folder: string; endpoint: string }> | undefined
let prefixes = 0

/** One server for the whole process, with a prefix in its bucket for each test. */
async function inBucket(): Promise<TestMedia> {
  const { folder, endpoint } = await (bucket ??= startBucket())
  const { s3Files } = await import('../files/s3.ts')
  const prefix = `test-${(prefixes += 1)}/`
  const stored = join(folder, 'media', prefix)
  const suffix = '._S3rver_object'
  return {
    files: s3Files({ endpoint: `${endpoint}/media`, region: 'us-east-1', accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER', prefix }),
    names: async () => (await list(stored)).filter((file) => file.endsWith(suffix)).map((file) => file.slice(0, -suffix.length)),
    block: (name) => putFolder(join(stored, name + suffix)),
  }
}

async function startBucket() {
  const { default: S3rver } = await import('s3rver')
  const folder = await mkdtemp(join(tmpdir(), 'keydesk-bucket-'))
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory: folder, configureBuckets: [{ name: 'media' }] })
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const { port } = await server.run()
  return { folder, endpoint: `http://127.0.0.1:${port}` }
}

/** A bucket that takes requests and does not answer until they are cut. */
export async function openSilentBucket() {
  const { s3Files } = await import('../files/s3.ts')
  const asked: IncomingMessage[] = []
  const server = createServer((request) => void asked.push(request)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/media`
  return {
    asked,
    files: s3Files({ endpoint, region: 'us-east-1', accessKeyId: 'a', secretAccessKey: 'b', prefix: '' }),
    close: () => server.close().closeAllConnections(),
  }
}

async function list(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).toSorted()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

async function putFolder(path: string): Promise<() => Promise<void>> {
  await rm(path)
  await mkdir(path)
  return () => rmdir(path)
}

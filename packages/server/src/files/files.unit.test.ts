import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Files } from './files.ts'
import { ConfigError } from '../config-error.ts'
import { openFiles } from './open.ts'

let folder = ''
let bucket: S3rver
let env: Record<string, string> = {}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keydesk-files-'))
  bucket = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory: join(folder, 's3'), configureBuckets: [{ name: 'media' }] })
  const { port } = await bucket.run()
  env = {
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
    AWS_REGION: 'us-east-1',
    AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`,
  }
})
afterAll(async () => {
  await bucket.close()
  await rm(folder, { recursive: true, force: true })
})

const contents = async (files: Files, name: string): Promise<Uint8Array | undefined> => {
  const file = await files.read(name)
  return file && new Uint8Array(await buffer(file.body))
}

const places: [string, () => Promise<Files>][] = [
  ['a folder', () => openFiles({ mediaUrl: undefined, dataDir: folder, env: {} })],
  ['a bucket', () => openFiles({ mediaUrl: 's3://media', dataDir: folder, env })],
  ['a prefix in a bucket', () => openFiles({ mediaUrl: 's3://media/shop/images/', dataDir: folder, env })],
]

describe.each(places)('in %s', (_, open) => {
  test('a stored file is read back byte for byte, with its size', async () => {
    const files = await open()
    const bytes = Uint8Array.from({ length: 300_000 }, (_byte, index) => (index * 31) % 256)
    await files.put('image-view.webp', bytes, 'image/webp')
    const file = await files.read('image-view.webp')
    expect(file?.size).toBe(300_000)
    expect(new Uint8Array(await buffer(file!.body))).toEqual(bytes)
  })

  test('only the bytes of a view into a larger buffer are stored', async () => {
    const files = await open()
    await files.put('part.webp', new Uint8Array([1, 2, 3, 4]).subarray(1, 3), 'image/webp')
    expect(await contents(files, 'part.webp')).toEqual(new Uint8Array([2, 3]))
  })

  test('a missing file is undefined, and removing it is no error', async () => {
    const files = await open()
    expect(await files.read('nothing.webp')).toBeUndefined()
    await files.remove('nothing.webp')
  })

  test('a removed file is gone', async () => {
    const files = await open()
    await files.put('gone.webp', new Uint8Array([1]), 'image/webp')
    await files.remove('gone.webp')
    expect(await files.read('gone.webp')).toBeUndefined()
  })

  test.each([
    '',
    '.',
    '..',
    '../keydesk.db',
    '/etc/passwd',
    'a/b',
    String.raw`a\b`,
    '.hidden',
    'Upper',
    'a b',
    'a%2fb',
    'a\u0000b',
    'é',
    'a'.repeat(300),
  ])('the name %j is refused', async (name) => {
    const files = await open()
    await expect(files.put(name, new Uint8Array([1]), 'image/webp')).rejects.toThrow('Not the name of a stored file')
    await expect(files.read(name)).rejects.toThrow('Not the name of a stored file')
    await expect(files.remove(name)).rejects.toThrow('Not the name of a stored file')
  })
})

test('a file that cannot be written leaves nothing half-written', async () => {
  const files = await openFiles({ mediaUrl: undefined, dataDir: join(folder, 'half'), env: {} })
  await files.put('a.webp', new Uint8Array([1]), 'image/webp')
  await expect(files.put('b.webp', {} as Uint8Array, 'image/webp')).rejects.toThrow('must be')
  expect(await readdir(join(folder, 'half', 'media'))).toEqual(['a.webp'])
})

test('a folder that is a file is an error, not an absence', async () => {
  await writeFile(join(folder, 'media-is-a-file'), '')
  const { diskFiles } = await import('./disk.ts')
  await expect(diskFiles(join(folder, 'media-is-a-file')).read('a.webp')).rejects.toThrow('ENOTDIR')
})

describe('a bucket that does not work', () => {
  test('nobody answers: the storage is unavailable', async () => {
    const closed = createServer().listen(0, '127.0.0.1')
    const { port } = await new Promise<AddressInfo>((resolve) => closed.once('listening', () => resolve(closed.address() as AddressInfo)))
    await new Promise((resolve) => closed.close(resolve))
    const files = await openFiles({
      mediaUrl: 's3://media',
      dataDir: folder,
      env: { ...env, AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}` },
    })
    await expect(files.put('a.webp', new Uint8Array([1]), 'image/webp')).rejects.toMatchObject({ kind: 'unavailable' })
    await expect(files.read('a.webp')).rejects.toMatchObject({ kind: 'unavailable' })
  })

  test('wrong credentials: the storage is unavailable, for the reason that it gives', async () => {
    const files = await openFiles({ mediaUrl: 's3://media', dataDir: folder, env: { ...env, AWS_ACCESS_KEY_ID: 'wrong' } })
    const refused = { kind: 'unavailable', cause: expect.objectContaining({ status: 403, code: 'InvalidAccessKeyId' }) }
    await expect(files.put('a.webp', new Uint8Array([1]), 'image/webp')).rejects.toMatchObject(refused)
    await expect(files.read('a.webp')).rejects.toMatchObject(refused)
  })
})

describe('the variables', () => {
  test('the error about an invalid region names it', async () => {
    const opening = openFiles({ mediaUrl: 's3://media', dataDir: folder, env: { ...env, AWS_ENDPOINT_URL_S3: '', AWS_REGION: 'eu west' } })
    await expect(opening).rejects.toThrow(new ConfigError('AWS_REGION must be a region such as eu-central-1'))
  })

  test.each(['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_REGION'])('a missing %s is named', async (name) => {
    const opening = openFiles({ mediaUrl: 's3://media', dataDir: folder, env: { ...env, [name]: '' } })
    await expect(opening).rejects.toMatchObject({ name: 'ConfigError', message: `${name} must be set when MEDIA_URL is` })
  })

  test('the error about an invalid endpoint names the setting, and does not repeat its value', async () => {
    const opening = openFiles({ mediaUrl: 's3://media', dataDir: folder, env: { ...env, AWS_ENDPOINT_URL_S3: 'nonsense' } })
    await expect(opening).rejects.toThrow(/^AWS_ENDPOINT_URL_S3 must be an address that starts with http:\/\/ or https:\/\/$/)
  })

  test.each(['s3://', 's3:///prefix', 'https://media', 's3://UPPER'])('%s is no place', async (mediaUrl) => {
    await expect(openFiles({ mediaUrl, dataDir: folder, env })).rejects.toThrow('MEDIA_URL must be an address like s3://bucket/prefix')
  })

  test('the general endpoint serves where the special one is not set, and Amazon where neither is', async () => {
    const { readS3Settings } = await import('./s3-settings.ts')
    const { AWS_ENDPOINT_URL_S3: endpoint, ...rest } = env
    expect(readS3Settings('s3://media', { ...rest, AWS_ENDPOINT_URL: endpoint }).endpoint).toBe(`${endpoint}/media`)
    expect(readS3Settings('s3://media', rest).endpoint).toBe('https://s3.us-east-1.amazonaws.com/media')
  })
})

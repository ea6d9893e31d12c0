import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { writeZip, type ZipEntry } from './zip-file.ts'

test('each file of an archive is opened when it is its turn, and none after the download has ended', async () => {
  const opened: string[] = []
  const closed: string[] = []
  async function* bytesOf(name: string): AsyncGenerator<Uint8Array> {
    try {
      for (let part = 0; part < 40; part += 1) yield randomBytes(100_000)
    } finally {
      closed.push(name)
    }
  }
  async function* entries(): AsyncGenerator<ZipEntry> {
    for (const name of ['one', 'two', 'three']) {
      opened.push(name)
      yield { name, pieces: bytesOf(name), isCompressed: true }
    }
  }
  const reader = writeZip(entries(), new Date())[Symbol.asyncIterator]()
  await reader.next()
  expect(opened).toEqual(['one'])
  while (opened.length < 2) await reader.next()
  await reader.return!()
  await expect.poll(() => closed).toEqual(['one', 'two'])
  expect(opened).toEqual(['one', 'two'])
})

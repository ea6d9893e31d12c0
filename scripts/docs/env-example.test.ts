import { expect, test } from 'vitest'
import { readConfig } from '../../packages/server/src/config.ts'
import { read } from './pages.ts'

const named = (path: string, pattern: RegExp): string[] => [...read(path).matchAll(pattern)].map(([, name = '']) => name)
const example = [...read('.env.example').matchAll(/^#([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value] as const)
const isOfBucket = (name: string): boolean => name.startsWith('AWS_')

test('.env.example has every variable that config.ts reads, once, and no other', () => {
  const known = named('packages/server/src/config.ts', /^ {2}([A-Z][A-Z0-9_]*): z\./gm)
  expect(known.length).toBeGreaterThan(15)
  const listed = example.map(([name]) => name).filter((name) => !isOfBucket(name))
  expect(listed.toSorted()).toEqual(known.toSorted())
})

test('the variables of a bucket are those that its settings read', () => {
  const known = named('packages/server/src/files/s3-settings.ts', /'(AWS_[A-Z0-9_]+)'/g)
  const listed = example.map(([name]) => name).filter(isOfBucket)
  // An older name of the endpoint, for all services of Amazon.
  expect([...listed, 'AWS_ENDPOINT_URL'].toSorted()).toEqual([...new Set(known)].toSorted())
})

test('the values of .env.example are the defaults', () => {
  expect(readConfig(Object.fromEntries(example))).toEqual(readConfig({}))
})

test('each variable has one line that explains it', () => {
  const lines = read('.env.example').split('\n')
  for (const [name] of example) {
    const index = lines.findIndex((line) => line.startsWith(`#${name}=`))
    expect(lines[index - 1], name).toMatch(/^# \S.*\.$/)
  }
})

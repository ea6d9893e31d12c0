import { globSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findProgram } from './debian.mjs'
import { longTests, readSoakArguments } from './soak.mjs'

const root = join(import.meta.dirname, '../..')

test('a soak runs 1,000 kills and 100 rounds on both databases with a seed of its own by default', () => {
  expect(readSoakArguments([])).toMatchObject({
    ...{
      kills: '1000',
      rounds: '100',
      seconds: '30',
      requests: '50000',
      purchases: '2000',
      messages: '500',
      keys: '240000',
      choices: '3000',
      upgrades: '20',
    },
    ...{ chosen: ['sqlite', 'postgres'], rest: [] },
    seed: expect.stringMatching(/^\d+$/),
  })
  expect(readSoakArguments(['--seed', '7', '--kills=3', '--database', 'postgres', 'kills'])).toMatchObject({
    ...{ seed: '7', kills: '3', chosen: ['postgres'], rest: ['kills'] },
  })
})

test('a run is repeated by the command that it prints, with the arguments that were given', () => {
  const { seed, command } = readSoakArguments(['--kills', '3', '--database=postgres', 'kills'])
  expect(command).toBe(`npm run soak -- --seed ${seed} --kills 3 --database=postgres kills`)
  const [, , , , ...again] = command.split(' ')
  expect(readSoakArguments(again)).toMatchObject({ seed, kills: '3', chosen: ['postgres'], rest: ['kills'], command })
})

const testFiles = globSync('{packages/*/src,e2e}/**/*.test.ts', { cwd: root })

test('a soak is of tests that exist, and of every test that has a size', () => {
  for (const path of longTests)
    expect(
      testFiles.filter((file) => file.includes(path)),
      path,
    ).not.toEqual([])
  const sized = testFiles.filter((file) => /KEYDESK_(SOAK|FUZZ)_/.test(readFileSync(join(root, file), 'utf8')))
  expect(sized.filter((file) => !longTests.some((path) => file.includes(path)))).toEqual([])
})

test('a soak for operators is of tests that exist', () => {
  const { rest } = readSoakArguments(['operator'])
  expect(rest).toContain('e2e/faults/operator')
  for (const path of rest) expect(testFiles).toContain(`${path}.test.ts`)
})

test.each([
  [['--kills', 'many'], '--kills takes a whole number.'],
  [['--database', 'mysql'], '--database takes sqlite or postgres.'],
  [['--nonsense'], "Unknown option '--nonsense'"],
])('%j is refused in a sentence', (args, sentence) => {
  expect(() => readSoakArguments(args)).toThrow(sentence)
})

test('a program is found only on the PATH', () => {
  const folder = mkdtempSync(join(tmpdir(), 'programs-'))
  writeFileSync(join(folder, 'tool-of-a-test'), '')
  expect(findProgram('tool-of-a-test', `/nowhere:${folder}`)).toBe(join(folder, 'tool-of-a-test'))
  expect(findProgram('tool-of-a-test', '/nowhere')).toBeUndefined()
})

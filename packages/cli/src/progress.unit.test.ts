import { expect, test } from 'vitest'
import { createProgress } from './progress.ts'

function shownAt(isTTY: boolean, parts: readonly number[]): string {
  const written: string[] = []
  const output = { isTTY, write: (text: string) => written.push(text) } as unknown as NodeJS.WriteStream
  const progress = createProgress('Checking', output)
  for (const part of parts) progress(part)
  return written.join('')
}

test('at a terminal a bar grows in its line, and ends it once', () => {
  const bar = (done: string, percent: number) => `\rChecking [${done.padEnd(30)}] ${percent}%`
  expect(shownAt(true, [0, 0.5, 1, 1])).toBe(`${bar('', 0)}${bar('#'.repeat(15), 50)}${bar('#'.repeat(30), 100)}\n`)
})

test('without a terminal, progress prints one line per 10 %', () => {
  expect(shownAt(false, [0.01, 0.55, 0.56, 1, 1])).toBe('Checking 0%\nChecking 50%\nChecking 100%\n')
})

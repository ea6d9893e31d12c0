import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'
import { listFiles, problemsOfComment, read } from './pages.ts'

test('comments cite only what is in the repository', () => {
  const problems = listFiles('.ts', '.tsx', '.mjs')
    .filter((file) => /^(packages|e2e|bench|scripts)\//.test(file))
    .flatMap((file) =>
      parseSync(file, read(file)).comments.flatMap(({ value }) => problemsOfComment(value).map((problem) => `${file} ${problem}`)),
    )
  expect(problems).toEqual([])
})

test.each([
  'Counts once (design section 4).',
  'The numbers of spec section 9.',
  "The specification's call table has none.",
  'See issue 17.',
  'As docs/reference/nothing.md says.',
  'As docs/reference/keys.md, Lost keys says.',
])('"%s" is refused', (comment) => {
  expect(problemsOfComment(comment)).toHaveLength(1)
})

test.each([
  'A value is one key in the whole shop (docs/reference/keys.md, One value in one place).',
  '\n * Kept for 30 days (docs/reference/keys.md,\n * Removed keys); then deleted.\n ',
  'See docs/reference/orders.md.',
  'RFC 4180.',
])('"%s" is allowed', (comment) => {
  expect(problemsOfComment(comment)).toEqual([])
})

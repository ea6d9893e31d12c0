import { expect, test } from 'vitest'
import { cleanTexts } from './clean-texts.ts'

const long = '<b>x</b>'.repeat(20_000)

test('long texts are cleaned as short ones are, each in its place', async () => {
  expect(await cleanTexts(['<b>a</b>', '', '<i>b</i>'])).toEqual(['<strong>a</strong>', '', '<em>b</em>'])
  expect(await cleanTexts(['<b>a</b>', long, '', '<i>b</i>'])).toEqual([
    '<strong>a</strong>',
    '<strong>x</strong>'.repeat(20_000),
    '',
    '<em>b</em>',
  ])
})

test('texts that take too long are refused, and the next are cleaned', async () => {
  const [refused, next] = await Promise.allSettled([cleanTexts([long], 1), cleanTexts([long])])
  expect(refused).toMatchObject({
    status: 'rejected',
    reason: { kind: 'rule_violated', message: 'The texts are too long to be checked: shorten them' },
  })
  expect(next).toMatchObject({ status: 'fulfilled', value: ['<strong>x</strong>'.repeat(20_000)] })
})

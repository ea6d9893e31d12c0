import { expect, test } from 'vitest'
import { pastedDecimal, readDecimal } from './decimal-input.tsx'

test('an amount has at most two decimals, also if the third is 0', () => {
  expect(['12.5', '12.50', '.5', '7'].map(readDecimal)).toEqual([12.5, 12.5, 0.5, 7])
  expect(['1.250', '1.999', ''].map(readDecimal)).toEqual([NaN, NaN, NaN])
})

test('a pasted amount may group thousands with the other mark', () => {
  expect(['1,234.50', '1.234,50', '1,234,567.8', '12,50', '1,250'].map(pastedDecimal)).toEqual([
    '1234.50',
    '1234.50',
    '1234567.8',
    '12.50',
    '1.250',
  ])
})

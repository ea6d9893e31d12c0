import { expect, test } from 'vitest'
import { readDecimal } from './decimal-input.tsx'

test('an amount has at most two decimals, also if the third is 0', () => {
  expect(['12.5', '12.50', '.5', '7'].map(readDecimal)).toEqual([12.5, 12.5, 0.5, 7])
  expect(['1.250', '1.999', ''].map(readDecimal)).toEqual([NaN, NaN, NaN])
})

import { expect, test } from 'vitest'
import { summarise } from './sales-summary.ts'

test('the sums are exact to the cent', () => {
  const days = [0.1, 0.2, 1234.56].map((revenue, index) => ({ day: `2030-01-0${index + 1}`, orders: index, revenue }))
  expect(summarise(days)).toEqual({ revenue: 1234.86, orders: 3, average: 411.62 })
})

test('without an order there is no average', () => {
  expect(summarise([{ day: '2030-01-01', orders: 0, revenue: 0 }])).toEqual({ revenue: 0, orders: 0, average: null })
})

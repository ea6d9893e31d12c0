import { expect, test } from 'vitest'
import { choicesOf, searchChoices } from './data.ts'

test('chosen products that are not listed come first, with the name that was sent with the coupon or their number', () => {
  const listed = [
    { id: 2, name: 'Borealis' },
    { id: 1, name: 'Aurora' },
  ]
  expect(choicesOf(listed, [1, 8, 9], { 1: 'Told', 8: 'Comet' }).map(({ name, isKnown }) => [name, isKnown])).toEqual([
    ['Comet', false],
    ['#9', false],
    ['Aurora', true],
    ['Borealis', true],
  ])
})

test('products are found by words in any order', () => {
  const choices = choicesOf(
    [
      { id: 1, name: 'Aurora Pass' },
      { id: 2, name: 'Borealis Pass' },
    ],
    [],
  )
  expect(searchChoices(choices, ' pass aurora').map(({ id }) => id)).toEqual([1])
  expect(searchChoices(choices, ' ')).toEqual(choices)
})

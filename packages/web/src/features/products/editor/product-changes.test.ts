import { product as productSchema } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { changedFields } from '../../../kit/form/three-way.ts'
import { type ProductForm, countChanges, describeChanges, productRules, productToForm } from './form.ts'

const base = productToForm(
  productSchema.parse({
    id: 5,
    name: 'Aurora',
    category: 'spoofers',
    anti_cheats_supported: ['Battle Eye', 'Vanguard'],
    faq: [
      { question: 'one', answer: '1' },
      { question: 'two', answer: '2' },
      { question: 'three', answer: '3' },
    ],
  }),
)
const changes = (patch: Partial<ProductForm>) => countChanges(base, { ...base, ...patch })
const [one, two, three] = base.faq as [ProductForm['faq'][number], ProductForm['faq'][number], ProductForm['faq'][number]]

test('without edits there are no changes', () => {
  expect(changes({}).size).toBe(0)
  expect(changes({ faq: [...base.faq] }).size).toBe(0)
})

test('changes are counted by panel, in the order of the panels', () => {
  const counts = changes({ faq: [one, two], instructions: 'x', name: 'B', description: 'x' })
  expect([...counts]).toEqual([
    ['Basic Information', 2],
    ['Instructions', 1],
    ['FAQ', 1],
  ])
  expect(describeChanges(counts)).toBe('4 changes in Basic Information, Instructions and FAQ')
})

test('a single change has the singular', () => {
  expect(describeChanges(changes({ name: 'B' }))).toBe('1 change in Basic Information')
})

test('the order of ticking anti-cheats does not count', () => {
  expect(changes({ anti_cheats_supported: ['Vanguard', 'Battle Eye'] }).size).toBe(0)
  expect(changes({ anti_cheats_supported: ['Vanguard'] }).get('Filters')).toBe(1)
})

test.each([
  ['an added question', [...base.faq, { key: 'new', question: 'four', answer: '4' }], 1],
  ['a removed one', [one, three], 1],
  ['an edited one', [one, { ...two, answer: 'x' }, three], 1],
  ['two swapped', [two, one, three], 1],
  ['removed, edited and moved', [{ ...three, answer: 'x' }, one], 3],
])('%s', (_, faq, count) => {
  expect(changes({ faq }).get('FAQ')).toBe(count)
})

test('the keys of list items do not count', () => {
  expect(changedFields(base, { ...base, faq: base.faq.map((item, index) => ({ ...item, key: `other-${index}` })) }, productRules)).toEqual(
    [],
  )
})

import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { KeysHandle } from '../stock/keys-editor.tsx'
import { useEditedFields, useEditing } from '../../../kit/form/use-editing.ts'
import type { VariantBase } from './form.ts'
import { variantParts } from './use-variant-form.ts'

const stored: VariantBase = { name: 'Day', price: '2.00', max_per_order: '100', low_stock_threshold: '', keys: 'A\nB', version: 1 }

function start() {
  let text = stored.keys
  const keys: { current: KeysHandle } = { current: { read: () => text, write: (next) => (text = next) } }
  const hook = renderHook(
    (row: VariantBase) => {
      const editing = useEditing({ ...variantParts(keys), what: 'variant', row, send: async (_form, _base, sending) => sending.stored(2) })
      return { ...editing, isEdited: useEditedFields(editing).length > 0 }
    },
    { initialProps: stored },
  )
  const draft = () => hook.result.current
  const typeKeys = (next: string) => {
    text = next
    act(() => draft().textTyped())
  }
  return { draft, typeKeys, refetch: (now: VariantBase) => hook.rerender(now) }
}

test('a refetch updates unedited fields, including the keys', () => {
  const { draft, refetch } = start()
  act(() => draft().form.setValue('price', '5'))
  refetch({ ...stored, name: 'Theirs', keys: 'B\nC', version: 2 })
  expect(draft().read()).toEqual({ name: 'Theirs', price: '5', max_per_order: '100', low_stock_threshold: '', keys: 'B\nC' })
  expect(draft().base.row.version).toBe(2)
  expect(draft().isEdited).toBe(true)
})

test.each([
  ['the name', { name: 'Theirs' }],
  ['the price', { price: '3.00' }],
  ['the most of one order', { max_per_order: '3' }],
  ['the low stock', { low_stock_threshold: '3' }],
  ['the keys', { keys: 'C' }],
])('a refetch with a conflict in %s is ignored, so that the save is refused', (_, theirs) => {
  const { draft, typeKeys, refetch } = start()
  act(() => draft().form.setValue('name', 'Mine'))
  act(() => draft().form.setValue('price', '5'))
  act(() => draft().form.setValue('max_per_order', '5'))
  act(() => draft().form.setValue('low_stock_threshold', '5'))
  typeKeys('MINE')
  refetch({ ...stored, ...theirs, version: 2 })
  expect(draft().base.row).toEqual(stored)
  expect({ ...stored, ...draft().base.values }).toEqual(stored)
  expect(draft().read()).toEqual({ name: 'Mine', price: '5', max_per_order: '5', low_stock_threshold: '5', keys: 'MINE' })
})

test('a refetch older than the save changes nothing', async () => {
  const { draft, refetch } = start()
  act(() => draft().form.setValue('name', 'Mine'))
  await act(async () => expect(await draft().save()).toBe(true))
  refetch({ ...stored, price: '9.00' })
  expect(draft().read()).toEqual({ name: 'Mine', price: '2.00', max_per_order: '100', low_stock_threshold: '', keys: 'A\nB' })
  expect(draft().isEdited).toBe(false)
})

import { product as productSchema } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { changesAnything, checkBulkForm, emptyBulkForm, formToBody, presets, textOf } from './form.ts'

const products = [1, 2, 3].map((id) => productSchema.parse({ id, name: `Product ${id}`, unlisted: id === 3 }))
const paused = { ...emptyBulkForm, sales_paused: 'yes' as const }

test('sends only chosen fields, and a message only if it is wanted', () => {
  expect(changesAnything(emptyBulkForm)).toBe(false)
  expect(formToBody({ ...paused, featured: 'no' }, products)).toEqual({ ids: [1, 2, 3], set: { sales_paused: true, featured: false } })
})

test('the message is suggested until somebody writes one', () => {
  const form = { ...paused, announces: true }
  expect(formToBody(form, products).announce).toEqual({ text: 'Sales are paused until then.' })
  expect(textOf({ ...form, text: '' }, 2)).toBe('')
  expect(formToBody({ ...form, text: 'Ours' }, products).announce).toEqual({ text: 'Ours' })
  expect(textOf(presets[0]!.form, 1)).toBe('Detected. Please do not use it until we post again. Sales are paused until then.')
  expect(textOf(presets[0]!.form, 2)).toContain('do not use them')
})

test('refuses a blank or too long message, if one is posted', () => {
  expect(checkBulkForm({ ...paused, announces: true, text: ' ' }, products)).toEqual({ text: 'Message is required' })
  expect(checkBulkForm({ ...paused, announces: true, text: 'x'.repeat(1501) }, products)).toEqual({
    text: 'Message must be at most 1500 characters',
  })
  expect(checkBulkForm({ ...paused, announces: false, text: ' ' }, products)).toEqual({})
})

test('unlisted products are not announced', () => {
  const form = { ...paused, announces: true, unlisted: 'yes' as const }
  expect(formToBody(form, products).announce).toBeUndefined()
})

import { type Product, product as productSchema } from '@keydesk/contract'
import { describe, expect, test } from 'vitest'
import { formToBody, placeOfUpdate, productToForm } from './form.ts'

const product = (fields: object): Product => productSchema.parse({ id: 5, name: 'Aurora', category: 'cheats', ...fields })

describe('a product becomes a form, and the form a body', () => {
  test('an unchanged form sends the whole product', () => {
    const stored = product({
      description: 'short',
      game_name: 'Apex Legends',
      cheat_type: 'dma',
      has_day_keys: true,
      featured: true,
      thumbnail: '/media/a.webp',
      media_items: [{ id: 1, type: 'image', url: '/media/a.webp', display_order: 0 }],
      faq: [{ question: 'q', answer: 'a' }],
      updates: [{ title: 't', date: '2026-11-20', description: '<p>d</p>' }],
      version: 7,
    })
    expect(formToBody(stored, productToForm(stored), stored.version)).toEqual(stored)
  })

  test('unknown fields of an item are sent, its key is not', () => {
    const faq = [{ question: 'q', answer: 'a', order: 1 }]
    const updates = [{ title: 't', date: '2026-11-20', description: 'd', author: 'ann' }]
    const stored = { ...product({}), faq, updates }
    expect(formToBody(stored, productToForm(stored), 1)).toMatchObject({ faq, updates })
    expect(JSON.stringify(formToBody(stored, productToForm(stored), 1))).not.toContain('stored-0')
  })

  test('only the three anti-cheats are sent', () => {
    const stored = product({ category: 'spoofers', anti_cheats_supported: ['Vanguard', 'FACEIT'] })
    expect(formToBody(stored, productToForm(stored), 1).anti_cheats_supported).toEqual(['Vanguard'])
  })

  test.each(['', '-', 'select_game'])('the game %j counts as none: select_game in the form, empty in the body', (game_name) => {
    const stored = product({ game_name })
    const form = productToForm(stored)
    expect(form.game_name).toBe('select_game')
    expect(formToBody(stored, form, 1).game_name).toBe('')
  })

  test('fields of other categories are cleared in the body', () => {
    const stored = product({ category: 'firmware' })
    const form = {
      ...productToForm(stored),
      cheat_type: 'dma',
      game_name: 'Apex Legends',
      has_day_keys: true,
      anti_cheat: 'eac',
      firmware_type: 'basic',
    }
    expect(formToBody(stored, form, 1)).toMatchObject({
      cheat_type: '',
      game_name: '',
      has_day_keys: false,
      anti_cheat: 'eac',
      firmware_type: 'basic',
    })
  })

  test('a foreign moment in an update becomes a day; a host without versions gets none', () => {
    const stored = product({ updates: [{ title: 't', date: '2026-11-20T10:00:00Z', description: 'd' }] })
    const body = formToBody(stored, productToForm(stored), stored.version)
    expect(body.updates).toEqual([{ title: 't', date: '2026-11-20', description: 'd' }])
    expect(JSON.parse(JSON.stringify(body))).not.toHaveProperty('version')
  })
})

test('an update is inserted by its day, before those of the same day', () => {
  const updates = ['2026-11-20', '2026-11-01', '2026-11-01', '2026-10-01'].map((date) => ({ key: '', title: '', date, description: '' }))
  expect(['2026-11-21', '2026-11-20', '2026-11-02', '2026-11-01', '2026-09-30'].map((date) => placeOfUpdate(updates, date))).toEqual([
    0, 0, 1, 1, 4,
  ])
  expect(placeOfUpdate([], '2026-11-20')).toBe(0)
})

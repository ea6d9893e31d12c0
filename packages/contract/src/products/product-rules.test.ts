import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  categories,
  cheatTypes,
  detectionStatuses,
  firmwareAntiCheats,
  firmwareTypes,
  hardwareTypes,
  noGame,
  spooferAntiCheats,
  spooferTypes,
  updateStatuses,
} from './product-options.ts'
import { hasField, refillCategoryFields, resetCategoryFields, type CategoryFields } from './product-rules.ts'

/** The fields of each category (docs/reference/products.md, Filters), written out again. */
const belonging: Record<string, (keyof CategoryFields)[]> = {
  cheats: ['cheat_type', 'has_day_keys', 'game_name'],
  spoofers: ['spoofer_type', 'has_day_keys', 'anti_cheats_supported'],
  firmware: ['anti_cheat', 'firmware_type'],
  hardware: ['hardware_type'],
}
const names = Object.keys(resetCategoryFields()) as (keyof CategoryFields)[]

const product = fc.record({
  name: fc.string(),
  category: fc.constantFrom(...categories),
  game_name: fc.constantFrom('', '-', noGame, 'Rust', ' Rust '),
  cheat_type: fc.constantFrom('', ...cheatTypes),
  has_day_keys: fc.boolean(),
  spoofer_type: fc.constantFrom('', ...spooferTypes),
  anti_cheats_supported: fc.array(fc.constantFrom(...spooferAntiCheats, 'Ricochet', 'vanguard', '')),
  anti_cheat: fc.constantFrom('', ...firmwareAntiCheats),
  firmware_type: fc.constantFrom('', ...firmwareTypes),
  hardware_type: fc.constantFrom('', ...hardwareTypes),
})

test('fields of other categories are cleared', () => {
  fc.assert(
    fc.property(product, (before) => {
      const after = refillCategoryFields(before)
      const blank = resetCategoryFields()
      for (const field of names.filter((name) => !belonging[before.category]?.includes(name)))
        expect(after[field], field).toEqual(blank[field])
    }),
  )
})

test("the category's own fields and everything else stay", () => {
  fc.assert(
    fc.property(product, (before) => {
      const after = refillCategoryFields(before)
      const kept: CategoryFields = {
        ...before,
        game_name: ['-', noGame].includes(before.game_name) ? '' : before.game_name,
        anti_cheats_supported: [...new Set(before.anti_cheats_supported)].filter((name) => !['Ricochet', 'vanguard', ''].includes(name)),
      }
      expect(after).toMatchObject({ name: before.name, category: before.category })
      for (const field of belonging[before.category] ?? []) expect(after[field], field).toEqual(kept[field])
    }),
  )
})

test('the fixed lists have these values, in this order', () => {
  expect({ categories, cheatTypes, spooferTypes, firmwareTypes, firmwareAntiCheats, hardwareTypes, spooferAntiCheats }).toEqual({
    categories: ['cheats', 'spoofers', 'firmware', 'hardware'],
    cheatTypes: ['dma', 'internal', 'external'],
    spooferTypes: ['permanent', 'temporary'],
    firmwareTypes: ['basic', 'emulated'],
    firmwareAntiCheats: ['eac', 'be', 'ace', 'faceit', 'ricochet', 'vac', 'vgk', 'any'],
    hardwareTypes: ['fuser', 'dma', 'aim_device', 'accessory', 'mini_pc'],
    spooferAntiCheats: ['Easy Anti-Cheat', 'Battle Eye', 'Vanguard'],
  })
  expect({ updateStatuses, detectionStatuses }).toEqual({
    updateStatuses: ['Updated', 'Updating'],
    detectionStatuses: ['Undetected', 'Detected', 'Unknown'],
  })
})

test('only the three anti-cheats are supported', () => {
  const before = { ...resetCategoryFields(), category: 'spoofers', anti_cheats_supported: ['Vanguard', 'FACEIT', 'vanguard', 'Battle Eye'] }
  expect(refillCategoryFields(before).anti_cheats_supported).toEqual(['Vanguard', 'Battle Eye'])
})

test('refilling twice is refilling once', () => {
  fc.assert(
    fc.property(product, (before) => {
      const once = refillCategoryFields(before)
      expect(refillCategoryFields(once)).toEqual(once)
    }),
  )
})

test('what was given is not changed', () => {
  fc.assert(
    fc.property(product, (before) => {
      const copy = structuredClone(before)
      refillCategoryFields(before).anti_cheats_supported.push('Vanguard')
      expect(before).toEqual(copy)
    }),
  )
})

test('a category that is unknown here has none of the fields', () => {
  fc.assert(
    fc.property(product, fc.constantFrom('', 'mods', 'constructor'), (before, category) => {
      expect(refillCategoryFields({ ...before, category })).toMatchObject(resetCategoryFields())
    }),
  )
})

test('hasField says the same', () => {
  for (const category of categories) for (const field of names) expect(hasField(category, field)).toBe(belonging[category]?.includes(field))
  expect(hasField('mods', 'cheat_type')).toBe(false)
})

import type { KeyImport } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { importedText, nothingNew } from './import-format.ts'
import { failureRate, undoConsequences, undoneWords } from './view.tsx'

const batch = { left: 3, reserved: 0, held: 0, sold: 0, replaced: 0, removed: 0, undone_by: '' } as KeyImport
const counts = { new: 0, repeated: 0, in_stock: 0, sold: 0, elsewhere: 0, invalid: 0 }

test('the failure rate counts sold keys', () => {
  expect(failureRate({ sold: 0, replaced: 0 })).toBe('-')
  expect(failureRate({ sold: 97, replaced: 3 })).toBe('3.0%')
  expect(failureRate({ sold: 1, replaced: 1 })).toBe('50%')
  expect(failureRate({ sold: 5, replaced: 0 })).toBe('0%')
})

test('an undo describes its consequences and its result', () => {
  expect(undoConsequences(batch)).toBe('3 keys leave the stock and can be put back for 30 days.')
  expect(undoConsequences({ ...batch, left: 1, reserved: 1, sold: 2 })).toBe(
    '1 key leaves the stock and can be put back for 30 days. 1 key is reserved and will not be offered again if the order ends unpaid. 2 sold keys stay with their orders.',
  )
  expect(undoConsequences({ ...batch, left: 0, sold: 1 })).toBe(
    'None of its keys is in the stock any more. 1 sold key stays with its order.',
  )
  expect(undoConsequences({ ...batch, left: 0, held: 2 })).toBe(
    'None of its keys is in the stock any more. 2 keys are held after a restore and will not be for sale when they are released.',
  )
  const undone = { ...batch, left: 0, removed: 3, sold: 2, undone_by: 'ann' }
  expect(undoneWords(undone)).toBe('Undone by ann: 3 removed, 2 kept')
  expect(undoneWords({ ...undone, held: 1 })).toBe('Undone by ann: 3 removed, 3 kept')
  expect(undoneWords({ ...undone, left: 1, removed: 2 })).toBe('Undone by ann: 2 removed, 2 kept, 1 put back')
})

test('describes the result of an import', () => {
  expect(importedText({ ...counts, new: 198, repeated: 1, invalid: 1 })).toBe('198 keys added. Not added: 1 repeated, 1 not a key')
  expect(importedText({ ...counts, sold: 2 })).toBe('No key added: 2 sold or reserved')
  expect(nothingNew({ ...counts, new: 1, in_stock: 5 })).toBeNull()
  expect(nothingNew({ ...counts, in_stock: 150, sold: 50 })).toContain('all 200 keys are in this variant already')
  expect(nothingNew({ ...counts, invalid: 2 })).toBe('Nothing to import: no line is a new key.')
})

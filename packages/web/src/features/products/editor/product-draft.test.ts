import { type Product, limits, product as productSchema } from '@keydesk/contract'
import { describe, expect, test } from 'vitest'
import { compare, putOnTop, takeIn as takeInValues } from '../../../kit/form/three-way.ts'
import { type ProductForm, productRules, productToForm } from './form.ts'
import { checkEdits } from './use-product-form.ts'

const stored: Product = productSchema.parse({
  id: 5,
  name: 'Aurora',
  description: 'short',
  category: 'cheats',
  version: 3,
  faq: [{ question: 'q', answer: 'a' }],
})
interface Draft {
  readonly base: ProductForm
  readonly form: ProductForm
  readonly version: number | undefined
}
const startDraft = (product: Product): Draft => ({ base: productToForm(product), form: productToForm(product), version: product.version })
const toDraft = ({ base, mine }: ReturnType<typeof putOnTop<ProductForm>>, { version }: Product) => ({ base, form: mine, version })
const edited = ({ base, form }: Draft) => ({ base, mine: form })
const checkDraft = (product: Product, { base, form }: Draft) => checkEdits(product, base, form)
const differences = (draft: Draft, theirs: Product) => compare(edited(draft), productToForm(theirs), productRules)
const applyOnTop = (draft: Draft, theirs: Product) => toDraft(putOnTop(edited(draft), productToForm(theirs), productRules), theirs)
function takeIn(draft: Draft, theirs: Product): Draft {
  const versions = { base: draft.version, theirs: theirs.version }
  const after = takeInValues(edited(draft), productToForm(theirs), versions, productRules)
  return after === null ? draft : toDraft(after, theirs)
}
const editDraft = (draft: Draft, edits: Partial<ProductForm>): Draft => ({ ...draft, form: { ...draft.form, ...edits } })
const draft = editDraft(startDraft(stored), { name: 'Mine' })

describe('a refetch', () => {
  test('updates unedited fields and the version', () => {
    const after = takeIn(draft, { ...stored, description: 'theirs', version: 4 })
    expect(after).toMatchObject({
      version: 4,
      form: { name: 'Mine', description: 'theirs' },
      base: { name: 'Aurora', description: 'theirs' },
    })
  })

  test('that conflicts with an edit is ignored, so that the save is refused', () => {
    expect(takeIn(draft, { ...stored, name: 'Theirs', version: 4 })).toBe(draft)
  })

  test('with the same value as the edit is no conflict', () => {
    expect(takeIn(draft, { ...stored, name: 'Mine', version: 4 })).toMatchObject({
      version: 4,
      base: { name: 'Mine' },
      form: { name: 'Mine' },
    })
  })

  test('that is older than the form changes nothing', () => {
    expect(takeIn(draft, { ...stored, description: 'old', version: 2 })).toBe(draft)
  })

  test('keeps the keys of list items, so that an open one stays open', () => {
    const added = editDraft(startDraft(stored), { faq: [...startDraft(stored).form.faq, { key: 'new-1', question: 'b', answer: 'b' }] })
    const saved = { base: added.form, form: added.form, version: 4 }
    const after = takeIn(saved, { ...stored, version: 4, faq: [...stored.faq, { question: 'b', answer: 'b' }] })
    expect(after.form.faq.map(({ key }) => key)).toEqual(['stored-0', 'new-1'])
  })
})

test('applying mine on top keeps theirs in unedited fields', () => {
  const theirs = { ...stored, name: 'Theirs', description: 'theirs', version: 9 }
  expect(differences(draft, theirs)).toEqual({ changed: ['name', 'description'], both: ['name'] })
  expect(applyOnTop(draft, theirs)).toMatchObject({ version: 9, base: { name: 'Theirs' }, form: { name: 'Mine', description: 'theirs' } })
})

test('a category and its fields come from one side', () => {
  const mine = editDraft(startDraft({ ...stored, cheat_type: 'dma' }), { cheat_type: 'internal' })
  const firmware = { ...stored, cheat_type: '', category: 'firmware', firmware_type: 'basic' }
  expect(differences(mine, firmware).both).toEqual(['category', 'cheat_type', 'firmware_type'])
  expect(applyOnTop(mine, firmware).form).toMatchObject({ category: 'cheats', cheat_type: 'internal', firmware_type: '' })
  expect(differences(mine, { ...stored, cheat_type: 'dma', has_day_keys: true })).toEqual({ changed: ['has_day_keys'], both: [] })
})

describe('the check before sending', () => {
  test('reports edited fields with invalid values', () => {
    const wrong = editDraft(draft, { name: ' ', faq: [{ key: 'a', question: '', answer: 'a' }] })
    expect(checkDraft(stored, wrong)).toEqual({ name: 'Name is required', 'faq.0.question': 'Question is required' })
  })

  test('ignores unknown values of a foreign host in unedited fields', () => {
    const foreign = { ...stored, detection_status: 'Testing', category: 'accounts' }
    expect(checkDraft(foreign, editDraft(startDraft(foreign), { name: 'Mine' }))).toEqual({})
  })
  test('accepts a stored text above the limit, and reports an edited one', () => {
    const long = { question: 'q'.repeat(limits.longText + 1), answer: 'a' }
    const older = { ...stored, faq: [long] }
    const { form, ...base } = startDraft(older)
    expect(checkDraft(older, { ...base, form: { ...form, faq: [{ key: 'new', question: 'b', answer: 'b' }, ...form.faq] } })).toEqual({})
    const added = { key: 'new', question: `${long.question}!`, answer: 'b' }
    expect(checkDraft(older, { ...base, form: { ...form, faq: [...form.faq, added] } })).toEqual({
      'faq.1.question': `Question must be at most ${limits.longText} characters`,
    })
  })
})

import { type CategoryFields, type Product, type ProductInput, noGame, refillCategoryFields, tiedProductFields } from '@keydesk/contract'
import { type FieldRules, changedFields } from '../../../kit/form/three-way.ts'
import { joinWords, plural } from '../../../kit/text/format.ts'
import { labelOf } from '../format.ts'

/** A list item with a key, so that React and the counting of changes can follow it through a reorder. */
interface Keyed {
  key: string
}
export interface FaqDraft extends Keyed {
  question: string
  answer: string
}
export interface UpdateDraft extends Keyed {
  title: string
  date: string
  description: string
}

let added = 0

/** A key that no stored item has. */
export const newKey = (): string => `new-${Date.now()}-${(added += 1)}`

/** The values of all fields that Save Changes sends. */
export interface ProductForm extends CategoryFields {
  name: string
  description: string
  full_description: string
  category: string
  featured: boolean
  unlisted: boolean
  /** Undefined if the host does not know it: then it is neither shown nor sent. */
  sales_paused: boolean | undefined
  update_status: string
  detection_status: string
  requirements: string
  supported_on: string
  instructions: string
  faq: FaqDraft[]
  updates: UpdateDraft[]
}

export type FieldName = keyof ProductForm

export function productToForm(product: Product): ProductForm {
  return {
    name: product.name,
    description: product.description,
    full_description: product.full_description,
    category: product.category,
    featured: product.featured,
    unlisted: product.unlisted,
    sales_paused: product.sales_paused,
    game_name: isNoGame(product.game_name) ? noGame : product.game_name,
    cheat_type: product.cheat_type,
    has_day_keys: product.has_day_keys,
    spoofer_type: product.spoofer_type,
    anti_cheats_supported: product.anti_cheats_supported,
    anti_cheat: product.anti_cheat,
    firmware_type: product.firmware_type,
    hardware_type: product.hardware_type,
    update_status: product.update_status,
    detection_status: product.detection_status,
    requirements: product.requirements,
    supported_on: product.supported_on,
    instructions: product.instructions,
    faq: product.faq.map((item, index) => ({ ...item, key: `stored-${index}` })),
    updates: newestFirst(product.updates.map((item, index) => ({ ...item, date: dayOf(item.date), key: `stored-${index}` }))),
  }
}

/** Newest day first; updates of one day keep their order. */
const newestFirst = (updates: UpdateDraft[]): UpdateDraft[] => updates.toSorted((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0))

/** The index at which to insert an update: before those of the same day. */
export function placeOfUpdate(updates: readonly UpdateDraft[], date: string): number {
  const place = updates.findIndex((item) => item.date <= date)
  return place === -1 ? updates.length : place
}

/**
 * The body of Save Changes: the product as last read, with unknown fields of a foreign host, overwritten by the form's values, and without
 * the fields of other categories.
 * @param version the version that the edits are based on
 */
export function formToBody(product: Product, form: ProductForm, version: number | undefined): ProductInput {
  const body = {
    ...product,
    ...refillCategoryFields(form),
    faq: form.faq.map(withoutKey),
    updates: form.updates.map(withoutKey),
    version,
  }
  // A foreign host may have statuses and types that the contract does not list; the server decides whether to refuse them.
  return body as ProductInput
}

const withoutKey = <Item extends Keyed>({ key: _, ...item }: Item): Omit<Item, 'key'> => item

const isNoGame = (name: string) => ['', '-', noGame].includes(name)

/** A foreign host may send a moment instead of a day; the date field accepts only a day. */
const dayOf = (date: string) => (/^\d{4}-\d{2}-\d{2}T/.test(date) ? date.slice(0, 10) : date)

export const panelTitles = ['Basic Information', 'Filters', 'Details', 'Media', 'Variants', 'Instructions', 'FAQ', 'Updates'] as const
export type PanelTitle = (typeof panelTitles)[number]

/** The panel of each field. */
const panelOf: Record<FieldName, PanelTitle> = {
  name: 'Basic Information',
  description: 'Basic Information',
  full_description: 'Basic Information',
  category: 'Filters',
  featured: 'Filters',
  unlisted: 'Filters',
  sales_paused: 'Filters',
  game_name: 'Filters',
  cheat_type: 'Filters',
  has_day_keys: 'Filters',
  spoofer_type: 'Filters',
  anti_cheats_supported: 'Filters',
  anti_cheat: 'Filters',
  firmware_type: 'Filters',
  hardware_type: 'Filters',
  update_status: 'Details',
  detection_status: 'Details',
  requirements: 'Details',
  supported_on: 'Details',
  instructions: 'Instructions',
  faq: 'FAQ',
  updates: 'Updates',
}

export const productRules: FieldRules<ProductForm> = {
  tied: tiedProductFields,
  isSame: (field, a, b) => a === b || contentOf(field, a) === contentOf(field, b),
  asStored: (form) => ({
    ...form,
    name: form.name.trim(),
    faq: form.faq.map((item) => ({ ...item, question: item.question.trim(), answer: item.answer.trim() })),
    updates: form.updates.map((item) => ({ ...item, title: item.title.trim(), description: item.description.trim() })),
  }),
  // Items keep their keys, so that a save or a refetch neither closes an open item nor shows another one in its place.
  keepShown: (stored, shown) => ({
    ...stored,
    faq: withKeysOf(stored.faq, shown.faq),
    updates: withKeysOf(stored.updates, shown.updates),
  }),
}

const choices = ['category', 'cheat_type', 'spoofer_type', 'anti_cheat', 'firmware_type', 'hardware_type'] as const

/** The values in the question about a conflict. */
export const productFormats = {
  // HTML.
  full_description: () => null,
  requirements: () => null,
  ...Object.fromEntries(choices.map((field) => [field, (form: ProductForm) => labelOf(form[field]) || 'nothing'])),
  game_name: ({ game_name }: ProductForm) => (isNoGame(game_name) ? 'nothing' : game_name),
}

/** An item has the key of the shown item with the same texts; else, because it may be an edited one, that of the item in its place. */
function withKeysOf<Item extends Keyed>(stored: readonly Item[], shown: readonly Item[]): Item[] {
  const unused = new Map(shown.map((item) => [item.key, trimmedContentOf(item)]))
  const use = (key: string | undefined) => (key !== undefined && unused.delete(key) ? key : undefined)
  const keys = stored.map((item) => {
    const content = trimmedContentOf(item)
    return use(unused.entries().find(([, other]) => other === content)?.[0])
  })
  return stored.map((item, index) => ({ ...item, key: keys[index] ?? use(shown[index]?.key) ?? newKey() }))
}

/** The server trims what was typed. */
const trimmedContentOf = (item: Keyed): string =>
  JSON.stringify(item, (name, part: unknown) => (name === 'key' ? undefined : typeof part === 'string' ? part.trim() : part))

/** The number of changes of each panel, in the order of the panels; panels without changes are left out. */
export function countChanges(from: ProductForm, to: ProductForm): Map<PanelTitle, number> {
  const counts = new Map<PanelTitle, number>()
  for (const field of changedFields(from, to, productRules)) {
    const count = field === 'faq' || field === 'updates' ? countListChanges(from[field], to[field]) : 1
    const panel = panelOf[field]
    counts.set(panel, (counts.get(panel) ?? 0) + count)
  }
  return new Map(panelTitles.filter((title) => counts.has(title)).map((title) => [title, counts.get(title)!]))
}

/** '3 changes in Basic Information and FAQ' */
export function describeChanges(counts: ReadonlyMap<PanelTitle, number>): string {
  const total = counts.values().reduce((sum, count) => sum + count, 0)
  return `${plural(total, 'change')} in ${joinWords([...counts.keys()])}`
}

function contentOf(field: string, value: unknown): string {
  // The order in which anti-cheats were ticked does not count.
  if (field === 'anti_cheats_supported') return JSON.stringify((value as readonly string[]).toSorted())
  return JSON.stringify(value, (name, part: unknown) => (name === 'key' ? undefined : part))
}

/** The number of added, removed and edited items, plus one if the others have a new order. */
function countListChanges(from: readonly Keyed[], to: readonly Keyed[]): number {
  const before = new Map(from.map((item) => [item.key, item]))
  const kept = to.filter((item) => before.has(item.key))
  const edited = kept.filter((item) => JSON.stringify(item) !== JSON.stringify(before.get(item.key)))
  const keptKeys = new Set(kept.map(({ key }) => key))
  const oldOrder = from.filter(({ key }) => keptKeys.has(key))
  const isMoved = oldOrder.some(({ key }, index) => kept[index]?.key !== key)
  return to.length - kept.length + (from.length - kept.length) + edited.length + Number(isMoved)
}

/** 2026-11-20 as 11/20/2026, independent of the reader's time zone. */
export function usDate(date: string): string {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date)
  return parts === null ? date : `${Number(parts[2])}/${Number(parts[3])}/${parts[1]}`
}

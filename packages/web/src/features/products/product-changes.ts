import { joinWords } from '../../kit/format.ts'
import type { FieldName, Keyed, ProductForm } from './product-form.ts'

export const panelTitles = ['Basic Information', 'Filters', 'Details', 'Media', 'Variants', 'Instructions', 'FAQ', 'Updates'] as const
export type PanelTitle = (typeof panelTitles)[number]

interface Described {
  readonly label: string
  readonly panel: PanelTitle
}

/** Every field of the form: what a person calls it, and where it stands. */
export const fields: Record<FieldName, Described> = {
  name: { label: 'Name', panel: 'Basic Information' },
  description: { label: 'Short Description', panel: 'Basic Information' },
  full_description: { label: 'Full Description', panel: 'Basic Information' },
  category: { label: 'Category', panel: 'Filters' },
  featured: { label: 'Featured', panel: 'Filters' },
  unlisted: { label: 'Unlisted', panel: 'Filters' },
  sales_paused: { label: 'Sales Paused', panel: 'Filters' },
  game_name: { label: 'Game', panel: 'Filters' },
  cheat_type: { label: 'Cheat Type', panel: 'Filters' },
  has_day_keys: { label: 'Day Keys', panel: 'Filters' },
  spoofer_type: { label: 'Spoofer Type', panel: 'Filters' },
  anti_cheats_supported: { label: 'Supported Anti-Cheats', panel: 'Filters' },
  anti_cheat: { label: 'Anti-Cheat', panel: 'Filters' },
  firmware_type: { label: 'Firmware Type', panel: 'Filters' },
  hardware_type: { label: 'Hardware Type', panel: 'Filters' },
  update_status: { label: 'Update Status', panel: 'Details' },
  detection_status: { label: 'Detection Status', panel: 'Details' },
  requirements: { label: 'System Requirements', panel: 'Details' },
  supported_on: { label: 'Supported On', panel: 'Details' },
  instructions: { label: 'Instructions', panel: 'Instructions' },
  faq: { label: 'FAQ', panel: 'FAQ' },
  updates: { label: 'Updates', panel: 'Updates' },
}

const names = Object.keys(fields) as FieldName[]

export const isSame = <Field extends FieldName>(field: Field, a: ProductForm[Field], b: ProductForm[Field]): boolean =>
  a === b || contentOf(field, a) === contentOf(field, b)

export const changedFields = (from: ProductForm, to: ProductForm): FieldName[] =>
  names.filter((field) => !isSame(field, from[field], to[field]))

/** How many changes each panel has, in the order of the panels; panels without any are left out. */
export function countChanges(from: ProductForm, to: ProductForm): Map<PanelTitle, number> {
  const counts = new Map<PanelTitle, number>()
  for (const field of changedFields(from, to)) {
    const count = field === 'faq' || field === 'updates' ? countListChanges(from[field], to[field]) : 1
    const { panel } = fields[field]
    counts.set(panel, (counts.get(panel) ?? 0) + count)
  }
  return new Map(panelTitles.filter((title) => counts.has(title)).map((title) => [title, counts.get(title)!]))
}

/** '3 changes in Basic Information and FAQ' */
export function describeChanges(counts: ReadonlyMap<PanelTitle, number>): string {
  const total = counts.values().reduce((sum, count) => sum + count, 0)
  return `${total} ${total === 1 ? 'change' : 'changes'} in ${joinWords([...counts.keys()])}`
}

function contentOf(field: FieldName, value: ProductForm[FieldName]): string {
  // Which anti-cheats are ticked counts, not the order in which they were.
  if (field === 'anti_cheats_supported') return JSON.stringify((value as readonly string[]).toSorted())
  return JSON.stringify(value, (name, part: unknown) => (name === 'key' ? undefined : part))
}

/** Items added, removed and edited, and one for a new order of those that stayed. */
function countListChanges(from: readonly Keyed[], to: readonly Keyed[]): number {
  const before = new Map(from.map((item) => [item.key, item]))
  const kept = to.filter((item) => before.has(item.key))
  const edited = kept.filter((item) => JSON.stringify(item) !== JSON.stringify(before.get(item.key)))
  const keptKeys = new Set(kept.map(({ key }) => key))
  const oldOrder = from.filter(({ key }) => keptKeys.has(key))
  const isMoved = oldOrder.some(({ key }, index) => kept[index]?.key !== key)
  return to.length - kept.length + (from.length - kept.length) + edited.length + Number(isMoved)
}

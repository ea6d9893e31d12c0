import { noGame, refillCategoryFields, type CategoryFields, type Product, type ProductInput } from '@keydesk/contract'

/** A list item with a name of its own, so that React and the counting of changes can follow it through a reorder. */
export interface Keyed {
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

/** Everything that Save Changes sends, as the fields hold it. */
export interface ProductForm extends CategoryFields {
  name: string
  description: string
  full_description: string
  category: string
  featured: boolean
  unlisted: boolean
  /** Undefined where the host does not know it: then it is neither shown nor sent. */
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

/** By their day; those of one day stay in their order. */
const newestFirst = (updates: UpdateDraft[]): UpdateDraft[] => updates.toSorted((a, b) => b.date.localeCompare(a.date))

/** Where an update of a day is added: before those of the same day. */
export function placeOfUpdate(updates: readonly UpdateDraft[], date: string): number {
  const place = updates.findIndex((item) => item.date <= date)
  return place === -1 ? updates.length : place
}

/**
 * What Save Changes sends: the whole product as it was last read, unknown fields of a foreign host
 * included, with the form's values over it and the fields of other categories cleared. `version` is the one that the
 * edits began from.
 */
export function formToBody(product: Product, form: ProductForm, version: number | undefined): ProductInput {
  const body = {
    ...product,
    ...refillCategoryFields(form),
    faq: form.faq.map(withoutKey),
    updates: form.updates.map(withoutKey),
    version,
  }
  // A product of a foreign host may hold statuses and types that the contract does not list; saying no is the server's.
  return body as ProductInput
}

const withoutKey = <Item extends Keyed>({ key: _, ...item }: Item): Omit<Item, 'key'> => item

const isNoGame = (name: string) => ['', '-', noGame].includes(name)

/** A foreign host may send a whole moment where a day is due; the date field takes the day alone. */
const dayOf = (date: string) => (/^\d{4}-\d{2}-\d{2}T/.test(date) ? date.slice(0, 10) : date)

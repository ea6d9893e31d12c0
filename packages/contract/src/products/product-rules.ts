import { noGame, spooferAntiCheats, type Category } from './product-options.ts'

/** The fields that belong to a category and are empty in every other. */
export interface CategoryFields {
  game_name: string
  cheat_type: string
  has_day_keys: boolean
  spoofer_type: string
  anti_cheats_supported: string[]
  anti_cheat: string
  firmware_type: string
  hardware_type: string
}

const emptyFields: CategoryFields = {
  game_name: '',
  cheat_type: '',
  has_day_keys: false,
  spoofer_type: '',
  anti_cheats_supported: [],
  anti_cheat: '',
  firmware_type: '',
  hardware_type: '',
}

const fieldsOf: Record<Category, readonly (keyof CategoryFields)[]> = {
  cheats: ['cheat_type', 'has_day_keys', 'game_name'],
  spoofers: ['spoofer_type', 'has_day_keys', 'anti_cheats_supported'],
  firmware: ['anti_cheat', 'firmware_type'],
  hardware: ['hardware_type'],
}

export const categoryFields = Object.keys(emptyFields) as readonly (keyof CategoryFields)[]

/** Fields that only make sense together: those of a category, and the category. */
export const tiedProductFields = {
  category: categoryFields,
  ...(Object.fromEntries(categoryFields.map((field) => [field, ['category']])) as Record<keyof CategoryFields, ['category']>),
} as const

/** None for a category that is unknown here, which a foreign host may send. */
const fieldsOfCategory = (category: string): readonly (keyof CategoryFields)[] =>
  Object.hasOwn(fieldsOf, category) ? fieldsOf[category as Category] : []

export const hasField = (category: string, field: keyof CategoryFields): boolean => fieldsOfCategory(category).includes(field)

/**
 * Clears the category-specific fields and refills those of the chosen category (docs/reference/products.md, Filters).
 * `-` and `select_game` mean no game, and only the anti-cheats of the list are supported. The web app runs it before sending, the server before saving.
 */
export function refillCategoryFields<P extends CategoryFields & { category: string }>(product: P): P {
  const refilled = { ...product, ...emptyFields, anti_cheats_supported: [] as string[] }
  for (const field of fieldsOfCategory(product.category)) Object.assign(refilled, { [field]: product[field] })
  if (refilled.game_name === '-' || refilled.game_name === noGame) refilled.game_name = ''
  refilled.anti_cheats_supported = knownAntiCheats(refilled.anti_cheats_supported)
  return refilled
}

/** The anti-cheats that a spoofer can support, each once. Other hosts and older rows may name more. */
export const knownAntiCheats = (names: readonly string[]): string[] =>
  [...new Set(names)].filter((name) => (spooferAntiCheats as readonly string[]).includes(name))

/** A change of category resets its filters. */
export const resetCategoryFields = (): CategoryFields => ({ ...emptyFields, anti_cheats_supported: [] })

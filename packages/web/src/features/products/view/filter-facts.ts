import { hasField, type Product } from '@keydesk/contract'
import { labelOf } from '../product-options.ts'

interface Named {
  readonly name: string
  readonly value: string
}

const yesOrNo = (isOn: boolean): string => (isOn ? 'Yes' : 'No')

/** What the product is filtered by, and how it is listed: the fields of its category alone. */
export function filterFacts(product: Product): Named[] {
  const { category } = product
  const facts: (Named | false)[] = [
    { name: 'Category', value: labelOf(category) },
    hasField(category, 'cheat_type') && { name: 'Cheat Type', value: labelOf(product.cheat_type) },
    hasField(category, 'game_name') && { name: 'Game', value: product.game_name },
    hasField(category, 'spoofer_type') && { name: 'Spoofer Type', value: labelOf(product.spoofer_type) },
    hasField(category, 'anti_cheat') && { name: 'Anti-Cheat', value: labelOf(product.anti_cheat) },
    hasField(category, 'firmware_type') && { name: 'Firmware Type', value: labelOf(product.firmware_type) },
    hasField(category, 'hardware_type') && { name: 'Hardware Type', value: labelOf(product.hardware_type) },
    hasField(category, 'anti_cheats_supported') && { name: 'Supported Anti-Cheats', value: product.anti_cheats_supported.join(', ') },
    hasField(category, 'has_day_keys') && { name: 'Day Keys', value: yesOrNo(product.has_day_keys) },
    { name: 'Featured', value: yesOrNo(product.featured) },
    { name: 'Unlisted', value: yesOrNo(product.unlisted) },
  ]
  return facts.filter((fact) => fact !== false)
}

/** The columns of our own files that an import reads. The archive of everything has all of them. */

interface NamedBySku {
  readonly id: number
  readonly sku: string
  /** ISO 8601 in UTC. */
  readonly created_at: string
}

/**
 * Names a variant in all files of the archive, since two may have one name, and a deleted one the SKU of another. The time tells it from a
 * variant of another Keydesk.
 */
export const skuOf = ({ id, sku, created_at }: NamedBySku, isDeleted: boolean): string =>
  (isDeleted ? '' : sku) || `KD-${id}-${Date.parse(created_at).toString(36)}`

export const productTitles = {
  name: ['Product'],
  variant: ['Variant'],
  price: ['Price'],
  sku: ['SKU'],
  description: ['Description', 'Short description'],
  full_description: ['Full description'],
  category: ['Category'],
  game_name: ['Game'],
  listed: ['Listed'],
  featured: ['Featured'],
  sales_paused: ['Sales paused'],
  cheat_type: ['Cheat type'],
  has_day_keys: ['Day keys'],
  spoofer_type: ['Spoofer type'],
  anti_cheats_supported: ['Supported anti-cheats'],
  anti_cheat: ['Anti-cheat'],
  firmware_type: ['Firmware type'],
  hardware_type: ['Hardware type'],
  update_status: ['Update status'],
  detection_status: ['Detection status'],
  requirements: ['System requirements'],
  supported_on: ['Supported on'],
  instructions: ['Instructions'],
  faq: ['FAQ'],
  updates: ['Updates'],
  videos: ['Videos'],
  max_per_order: ['Max per order'],
  low_stock_threshold: ['Low stock threshold'],
  draft: ['Draft'],
  ref: ['Product ID'],
} as const

export const keyTitles = {
  product: ['Product'],
  variant: ['Variant'],
  sku: ['SKU'],
  value: ['Key', 'Key value', 'License key'],
  state: ['State'],
} as const

export const orderTitles = {
  order: ['Order'],
  externalNumber: ['Old number'],
  at: ['Date'],
  completed: ['Completed'],
  email: ['Email'],
  status: ['Status'],
  product: ['Product'],
  variant: ['Variant'],
  sku: ['SKU'],
  quantity: ['Quantity'],
  unit: ['Unit price'],
  paid: ['Amount'],
  keys: ['Key', 'Keys'],
  coupon: ['Coupon'],
  reference: ['Payment reference'],
  refundedUnits: ['Refunded quantity'],
  refundAt: ['Refund date'],
  refundReason: ['Refund reason'],
} as const

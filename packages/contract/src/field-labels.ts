/*
 * What a person calls the fields of a noun: in its form, in the question about a conflict and in the history. Where the history uses other
 * words, they are in features/history/field-words.ts. No schemas here: a page may need the words alone.
 */

export const productLabels = {
  name: 'Name',
  description: 'Short Description',
  full_description: 'Full Description',
  category: 'Category',
  featured: 'Featured',
  unlisted: 'Unlisted',
  sales_paused: 'Sales Paused',
  game_name: 'Game',
  cheat_type: 'Cheat Type',
  has_day_keys: 'Day Keys',
  spoofer_type: 'Spoofer Type',
  anti_cheats_supported: 'Supported Anti-Cheats',
  anti_cheat: 'Anti-Cheat',
  firmware_type: 'Firmware Type',
  hardware_type: 'Hardware Type',
  update_status: 'Update Status',
  detection_status: 'Detection Status',
  requirements: 'System Requirements',
  supported_on: 'Supported On',
  instructions: 'Instructions',
  faq: 'FAQ',
  updates: 'Updates',
} as const

/** Beside other fields of a product, the form says 'Variant Name' and 'Variant Price'. */
export const variantLabels = {
  name: 'Name',
  price: 'Price',
  max_per_order: 'Max per order',
  low_stock_threshold: 'Low stock at',
  keys: 'Keys',
} as const

export const couponLabels = {
  code: 'Code',
  discount_type: 'Discount Type',
  discount_value: 'Discount Value',
  expiration_date: 'Expiration Date',
  starts_at: 'Starts',
  max_usage: 'Max Usage',
  max_usage_per_user: 'Max Usage Per User',
  applicable_to_all: 'Applicable to All Products',
  applicable_products: 'Products',
} as const

export const announcementLabels = {
  title: 'Title',
  content: 'Content',
  post_to_discord: 'Post to Discord',
  publish_at: 'Date and Time',
  mention_role_id: 'Role to Notify',
} as const

export const discordSettingsLabels = {
  updates_channel_id: 'Updates Channel ID',
  bot_token: 'Bot Token',
  restock_channel_id: 'Restock Channel ID',
  alerts_channel_id: 'Alerts Channel ID',
  product_url: 'Product link',
  notifications_enabled: 'Enable Notifications',
} as const

export const referralSettingsLabels = {
  enabled: 'Enable Referrals',
  custom_commission: 'Custom Commission Rate (%)',
  referral_discount: 'Referral Discount (%)',
} as const

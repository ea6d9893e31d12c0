import type { Permission } from './permissions.ts'

/** What activity is grouped by. */
export const activityKinds = ['create', 'change', 'delete', 'restore', 'sale', 'sign_in', 'read', 'export'] as const
export type ActivityKind = (typeof activityKinds)[number]

export const activityKindNames: Readonly<Record<ActivityKind, string>> = {
  create: 'Created',
  change: 'Changed',
  delete: 'Deleted',
  restore: 'Restored',
  sale: 'Sales',
  sign_in: 'Sign-ins',
  read: 'Key values read',
  export: 'Exports',
}

const kindsByVerb: Readonly<Record<string, ActivityKind>> = {
  created: 'create',
  imported: 'create',
  invited: 'create',
  deleted: 'delete',
  revoked: 'delete',
  restored: 'restore',
  bulk_undone: 'restore',
  signed_in: 'sign_in',
  signed_out: 'sign_in',
  sign_in_refused: 'sign_in',
  logged_out_everywhere: 'sign_in',
  session_ended: 'sign_in',
  other_sessions_ended: 'sign_in',
  keys_opened: 'read',
  keys_read: 'read',
  keys_revealed: 'read',
  key_limit_reached: 'read',
  exported: 'export',
}
const sales = new Set(['order.created', 'order.completed', 'order.cancelled', 'order.expired', 'order.refunded', 'order.partly_refunded'])

/** @param action `noun.verb_in_the_past` */
export function activityKindOf(action: string): ActivityKind {
  if (sales.has(action)) return 'sale'
  return kindsByVerb[action.slice(action.indexOf('.') + 1)] ?? 'change'
}

/** What can be done something to. */
export const subjectKinds = [
  ...(['product', 'variant', 'bulk_change', 'game', 'order', 'coupon', 'user', 'payout', 'announcement', 'discord'] as const),
  ...(['customer', 'export', 'member', 'invitation', 'session', 'api_key', 'webhook'] as const),
] as const
export type SubjectKind = (typeof subjectKinds)[number]

export const subjectKindNames: Readonly<Record<SubjectKind, string>> = {
  product: 'Product',
  variant: 'Variant',
  bulk_change: 'Several products',
  game: 'Game',
  order: 'Order',
  coupon: 'Coupon',
  user: 'Referral user',
  payout: 'Payout',
  announcement: 'Announcement',
  discord: 'Discord',
  customer: 'Customer',
  export: 'Export',
  member: 'Team member',
  invitation: 'Invitation',
  session: 'Session',
  api_key: 'API key',
  webhook: 'Webhook',
}

/** Who may read what was done to a thing (docs/reference/history.md, Who sees what). Everybody sees what was done to their own account. */
export const subjectPermissions: Readonly<Record<SubjectKind, Permission>> = {
  product: 'products:read',
  variant: 'products:read',
  bulk_change: 'products:read',
  game: 'products:read',
  order: 'orders:read',
  coupon: 'coupons:read',
  user: 'referrals:read',
  payout: 'payouts:read',
  announcement: 'announcements:read',
  discord: 'discord:read',
  customer: 'customers:read',
  export: 'orders:export',
  member: 'team:manage',
  invitation: 'team:manage',
  session: 'team:manage',
  api_key: 'api_keys:manage',
  webhook: 'webhooks:manage',
}

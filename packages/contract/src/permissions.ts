/**
 * Everything that somebody of the team may be allowed to do (docs/reference/roles.md). The `access` of a call names the one that it needs;
 * the server checks it, the web app shows only screens and controls that it allows.
 */
export const permissions = [
  'dashboard:read',
  'products:read',
  /** Products, their media and variants, stock included. */
  'products:write',
  /** Values of keys that are not sold. */
  'keys:read',
  'keys:write',
  /** The life of a key whose value or id somebody has. */
  'keys:lookup',
  /** Orders, with their customers and masked keys. */
  'orders:read',
  /** Refund, cancel, replace keys. */
  'orders:write',
  /** Values of sold keys. */
  'orders:reveal',
  'orders:export',
  'customers:read',
  'customers:write',
  'coupons:read',
  'coupons:write',
  'referrals:read',
  'referrals:write',
  'payouts:read',
  'payouts:write',
  'announcements:read',
  'announcements:write',
  'discord:read',
  'discord:write',
  'team:manage',
  'api_keys:manage',
  'webhooks:manage',
  /** The list of all activity. The history of one thing is open to whoever may read the thing. */
  'activity:read',
  /** Bring back what was deleted. */
  'deleted:restore',
] as const
export type Permission = (typeof permissions)[number]

export const roles = ['owner', 'manager', 'stock', 'support', 'marketing'] as const
export type Role = (typeof roles)[number]

export const roleNames: Readonly<Record<Role, string>> = {
  owner: 'Owner',
  manager: 'Manager',
  stock: 'Stock',
  support: 'Support',
  marketing: 'Marketing',
}

const onlyOwners: readonly Permission[] = ['team:manage', 'api_keys:manage', 'webhooks:manage']

/** What each role may do (docs/reference/roles.md, Roles). */
export const permissionsOf: Readonly<Record<Role, readonly Permission[]>> = {
  owner: permissions,
  manager: permissions.filter((permission) => !onlyOwners.includes(permission)),
  stock: ['products:read', 'products:write', 'keys:read', 'keys:write', 'keys:lookup'],
  support: ['products:read', 'keys:lookup', 'orders:read', 'orders:write', 'orders:reveal', 'customers:read', 'customers:write'],
  marketing: [
    ...(['dashboard:read', 'products:read', 'coupons:read', 'coupons:write', 'referrals:read', 'referrals:write'] as const),
    ...(['announcements:read', 'announcements:write', 'discord:read', 'discord:write'] as const),
  ],
}

export const isRole = (text: string): text is Role => roles.some((role) => role === text)

/** @param role of a user; a customer of the storefront may do nothing here */
export const may = (role: Role | 'customer', permission: Permission): boolean =>
  role !== 'customer' && permissionsOf[role].includes(permission)

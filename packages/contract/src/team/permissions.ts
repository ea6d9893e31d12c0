export const roles = ['owner', 'manager', 'stock', 'support', 'marketing'] as const
export type Role = (typeof roles)[number]

export const roleNames: Readonly<Record<Role, string>> = {
  owner: 'Owner',
  manager: 'Manager',
  stock: 'Stock',
  support: 'Support',
  marketing: 'Marketing',
}

/**
 * All permissions, and which roles have them (docs/reference/roles.md). The `access` of a call names the
 * permission that it needs; the server checks it, the web app shows only screens and controls that it allows. A new permission does not
 * compile until it is decided for each role.
 */
const allowed = {
  'dashboard:read': { owner: true, manager: true, stock: false, support: false, marketing: true },
  'products:read': { owner: true, manager: true, stock: true, support: true, marketing: true },
  /** Products, their media and variants. Keys sent with a variant need `keys:write`, too. */
  'products:write': { owner: true, manager: true, stock: true, support: false, marketing: false },
  /** Values of keys that are not sold. */
  'keys:read': { owner: true, manager: true, stock: true, support: false, marketing: false },
  'keys:write': { owner: true, manager: true, stock: true, support: false, marketing: false },
  /** The history of a key, found by its value or id. */
  'keys:lookup': { owner: true, manager: true, stock: true, support: true, marketing: false },
  /** Orders, with their customers and masked keys. */
  'orders:read': { owner: true, manager: true, stock: false, support: true, marketing: false },
  /** Dollars that the shop took, gave back or owes. Every role has it; a member's switch takes it away. */
  'amounts:read': { owner: true, manager: true, stock: true, support: true, marketing: true },
  /** Cancel, mail. */
  'orders:write': { owner: true, manager: true, stock: false, support: true, marketing: false },
  /** Refund, replace keys, complete by hand: what gives away money or keys. */
  'orders:refund': { owner: true, manager: true, stock: false, support: true, marketing: false },
  /** Values of sold keys, and the links of the pages that show them. */
  'orders:reveal': { owner: true, manager: true, stock: false, support: true, marketing: false },
  'orders:export': { owner: true, manager: true, stock: false, support: false, marketing: false },
  'customers:read': { owner: true, manager: true, stock: false, support: true, marketing: false },
  'customers:write': { owner: true, manager: true, stock: false, support: true, marketing: false },
  'coupons:read': { owner: true, manager: true, stock: false, support: false, marketing: true },
  'coupons:write': { owner: true, manager: true, stock: false, support: false, marketing: true },
  'referrals:read': { owner: true, manager: true, stock: false, support: false, marketing: true },
  'referrals:write': { owner: true, manager: true, stock: false, support: false, marketing: true },
  'payouts:read': { owner: true, manager: true, stock: false, support: false, marketing: false },
  'payouts:write': { owner: true, manager: true, stock: false, support: false, marketing: false },
  'announcements:read': { owner: true, manager: true, stock: false, support: false, marketing: true },
  'announcements:write': { owner: true, manager: true, stock: false, support: false, marketing: true },
  'discord:read': { owner: true, manager: true, stock: false, support: false, marketing: true },
  'discord:write': { owner: true, manager: true, stock: false, support: false, marketing: true },
  /** The name of the shop, its logo, and what else customers see of it. */
  'shop:manage': { owner: true, manager: true, stock: false, support: false, marketing: false },
  /** The texts of the mails to customers. */
  'mails:manage': { owner: true, manager: true, stock: false, support: false, marketing: false },
  'team:manage': { owner: true, manager: false, stock: false, support: false, marketing: false },
  'api_keys:manage': { owner: true, manager: false, stock: false, support: false, marketing: false },
  'webhooks:manage': { owner: true, manager: false, stock: false, support: false, marketing: false },
  /** Import another shop, and download everything. */
  'shop-imports:manage': { owner: true, manager: false, stock: false, support: false, marketing: false },
  /** What a restore held: keys and messages. */
  'restores:manage': { owner: true, manager: false, stock: false, support: false, marketing: false },
  /** The list of all activity. The history of one thing is open to everybody who may read the thing. */
  'activity:read': { owner: true, manager: true, stock: false, support: false, marketing: false },
  /** Restore deleted things. */
  'deleted:restore': { owner: true, manager: true, stock: false, support: false, marketing: false },
} as const satisfies Record<string, Readonly<Record<Role, boolean>>>

export type Permission = keyof typeof allowed
export const permissions = Object.keys(allowed) as Permission[]

const allowedTo = (role: Role): readonly Permission[] => permissions.filter((permission) => allowed[permission][role])

/** What each role may do. */
export const permissionsOf: Readonly<Record<Role, readonly Permission[]>> = {
  owner: allowedTo('owner'),
  manager: allowedTo('manager'),
  stock: allowedTo('stock'),
  support: allowedTo('support'),
  marketing: allowedTo('marketing'),
}

/** What an owner may take from a member, beside the role. */
export const switchNames = ['amounts', 'reveal', 'refund'] as const
export type SwitchName = (typeof switchNames)[number]
export type Switches = Readonly<Record<SwitchName, boolean>>

/** What each switch takes away while it is off. The Dashboard and payouts are nothing but amounts. */
const takenBy: Readonly<Record<SwitchName, readonly Permission[]>> = {
  amounts: ['amounts:read', 'dashboard:read', 'payouts:read', 'payouts:write'],
  reveal: ['orders:reveal', 'keys:read', 'keys:write'],
  refund: ['orders:refund'],
}

/** Whether a switch makes a difference: owners may do everything, and a role without what it takes away has nothing to lose. */
export const hasSwitch = (role: Role, name: SwitchName): boolean =>
  role !== 'owner' && takenBy[name].some((permission) => allowed[permission][role])

/** What a member may do: the role, less what the switches take away (docs/reference/roles.md, Switches). */
export const permissionsWith = (role: Role, switches: Switches): readonly Permission[] =>
  role === 'owner'
    ? permissionsOf.owner
    : permissionsOf[role].filter((permission) => !switchNames.some((name) => !switches[name] && takenBy[name].includes(permission)))

export const isRole = (text: string): text is Role => roles.some((role) => role === text)

/** @param role of a user; a customer of the storefront may do nothing here */
export const may = (role: Role | 'customer', permission: Permission): boolean =>
  role !== 'customer' && permissionsOf[role].includes(permission)

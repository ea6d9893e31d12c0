import { isRole, roleNames, type Role } from '@keydesk/contract'

/** What each role may do, in one line. A test compares that of managers with their permissions. */
export const roleSummaries: Readonly<Record<Role, string>> = {
  owner: 'Everything, including the team and API keys.',
  manager: 'Everything but the team, API keys, webhooks, shop imports, the full export and what a restore holds.',
  stock: 'Products, their variants and keys.',
  support: 'Orders, their keys, refunds and replacements.',
  marketing: 'Coupons, referrals, announcements and Discord.',
}

/** A newer server may have roles that this page does not know: they show by their id. */
export const nameOfRole = (role: string): string => (isRole(role) ? roleNames[role] : role)

export const summaryOfRole = (role: string): string => (isRole(role) ? roleSummaries[role] : '')

import { isRole, roleNames, type Role } from '@keydesk/contract'

/** What each role may do, in one line. */
export const roleSummaries: Readonly<Record<Role, string>> = {
  owner: 'Everything, including the team and API keys.',
  manager: 'Everything but the team and API keys.',
  stock: 'Products, their variants and keys.',
  support: 'Orders, their keys, refunds and replacements.',
  marketing: 'Coupons, referrals, notifications and Discord.',
}

/** A newer server may have roles that this page does not know: they show by their id. */
export const nameOfRole = (role: string): string => (isRole(role) ? roleNames[role] : role)

export const summaryOfRole = (role: string): string => (isRole(role) ? roleSummaries[role] : '')

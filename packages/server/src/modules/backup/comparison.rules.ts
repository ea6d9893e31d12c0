/** What a restore would undo in a database that has changed since the backup. Counts and names only, never a key value or a secret. */
export interface Comparison {
  /** Keys for sale in the backup, and sold since. */
  readonly soldKeys: readonly { readonly product: string; readonly variant: string; readonly keys: number }[]
  /** Orders and payouts pending in the backup, and decided since. */
  readonly decidedOrders: number
  readonly decidedPayouts: number
  /** Orders made since the backup. */
  readonly newOrders: number
  /** Administrators whose password, role or two-factor sign-in has changed since. */
  readonly changedAccounts: readonly string[]
  /** API keys revoked since. */
  readonly revokedApiKeys: readonly { readonly name: string; readonly hint: string }[]
}

export interface Sentences {
  /** The restore continues only after confirmation. */
  readonly warnings: readonly string[]
  readonly notes: readonly string[]
}

export function describeComparison(comparison: Comparison): Sentences {
  const { soldKeys, decidedOrders, decidedPayouts, newOrders, changedAccounts, revokedApiKeys } = comparison
  const sold = soldKeys.reduce((sum, { keys }) => sum + keys, 0)
  const warnings = [
    ...(sold > 0
      ? [`${amount(sold, 'key that was', 'keys that were')} sold since the backup would be for sale again, and be sold twice:`]
      : []),
    ...soldKeys.map(({ product, variant, keys }) => `  ${keys} of ${product}, ${variant}`),
    ...(decidedOrders > 0 ? [`${amount(decidedOrders, 'order', 'orders')} decided since the backup would be pending again.`] : []),
    ...(decidedPayouts > 0
      ? [`${amount(decidedPayouts, 'payout', 'payouts')} decided since the backup would be pending again: do not pay them twice.`]
      : []),
    ...changedAccounts.map(
      (name) => `The password, role or two-factor sign-in of ${name} has changed since the backup: those of the backup would come back.`,
    ),
  ]
  const notes = [
    ...(newOrders > 0 ? [`${amount(newOrders, 'order', 'orders')} made since the backup would be gone.`] : []),
    ...revokedApiKeys.map(({ name, hint }) => `The API key ${name} (${hint}…) stays revoked.`),
  ]
  return { warnings, notes }
}

const amount = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

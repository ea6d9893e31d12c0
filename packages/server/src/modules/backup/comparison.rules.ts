import { amountOf } from '@keydesk/contract'

/** Keys of one variant and import. */
export interface KeyCount {
  readonly product: string
  readonly variant: string
  /** The name of the import; empty for keys that were saved in a list. */
  readonly batch: string
  readonly keys: number
}

/** What a restore would undo and hold (docs/reference/backups.md). Counts and names only, never a key value or a secret. */
export interface Comparison {
  /** The database cannot be compared with the backup. */
  readonly isTooOld: boolean
  /** Keys that are known to be sold since the backup. */
  readonly struckKeys: readonly KeyCount[]
  /** Keys that may have been sold since. */
  readonly withheldKeys: readonly KeyCount[]
  /** Pending orders of the backup that lose a key. */
  readonly endingOrders: number
  /** Messages that waited in the backup. */
  readonly messages: number
  /** The next order gets an id above this one. */
  readonly lastOrderId: number
  /** Ids that are not known may have been given out since. */
  readonly hasGap: boolean
  /** Orders and payouts pending in the backup, and decided since. */
  readonly decidedOrders: number
  readonly decidedPayouts: number
  /** Orders and refunds made since the backup. */
  readonly newOrders: number
  readonly newRefunds: number
  /** Payouts requested since the backup. */
  readonly newPayouts: { readonly pending: number; readonly completed: number }
  /** Members whose password, role, rights, two-factor sign-in or recovery codes have changed since. */
  readonly changedAccounts: readonly string[]
  /** Members disabled since, who stay disabled. */
  readonly disabledAccounts: readonly string[]
  /** All owners disabled since, who are enabled again if the backup has no other. */
  readonly enabledAccounts: readonly string[]
  /** API keys revoked since, and those that got a new secret. */
  readonly revokedApiKeys: readonly NamedApiKey[]
  readonly rotatedApiKeys: readonly NamedApiKey[]
  /** The hosts of webhooks made since and of those deleted since, and the webhooks that were changed, paused or disabled since. */
  readonly newWebhooks: readonly string[]
  readonly deletedWebhooks: readonly string[]
  readonly keptWebhooks: readonly KeptWebhook[]
  /** Another bot token was saved since. */
  readonly hasOtherBotToken: boolean
  /** Orders whose email or page link was replaced since. */
  readonly movedOrders: number
}

/** A webhook that differs from that of the backup, and stays as it is now. */
export interface KeptWebhook {
  readonly host: string
  /** Null if that is the same in the backup. */
  readonly stays: 'active' | 'paused' | 'disabled' | null
  readonly keeps: readonly ('address' | 'secret' | 'events')[]
}

interface NamedApiKey {
  readonly name: string
  readonly hint: string
}

export interface Sentences {
  /** The restore continues only after confirmation. */
  readonly warnings: readonly string[]
  readonly notes: readonly string[]
}

/** @param lostOrdersFile where the orders made since the backup will be written */
export function describeComparison(comparison: Comparison, lostOrdersFile: string): Sentences {
  const { decidedOrders, decidedPayouts, newOrders, newRefunds, newPayouts, changedAccounts } = comparison
  const { revokedApiKeys, movedOrders, endingOrders, messages } = comparison
  const { pending, completed } = newPayouts
  const struck = sumOf(comparison.struckKeys)
  const withheld = sumOf(comparison.withheldKeys)
  const warnings = [
    ...(comparison.isTooOld ? ['The database is of an older Keydesk, and cannot be compared with the backup.'] : []),
    ...(decidedOrders > 0 ? [`${amountOf(decidedOrders, 'order')} decided since the backup would be expired.`] : []),
    ...(decidedPayouts > 0
      ? [`${amountOf(decidedPayouts, 'payout')} decided since the backup would be pending again: do not pay them twice.`]
      : []),
    ...(completed > 0 ? [`${amountOf(completed, 'completed payout')} requested since the backup would be gone: do not pay twice.`] : []),
    ...(pending > 0 ? [`${amountOf(pending, 'pending payout')} requested since the backup would be gone.`] : []),
    ...(newRefunds > 0 ? [`${amountOf(newRefunds, 'refund')} made since the backup would be gone: do not refund twice.`] : []),
    ...changedAccounts.map(
      (name) =>
        `The password, role, rights, two-factor sign-in or recovery codes of ${name} have changed since the backup: those of the backup would come back.`,
    ),
    ...comparison.enabledAccounts.map(
      (name) => `${name} was disabled since the backup, and would be enabled again: otherwise no owner could sign in.`,
    ),
  ]
  const notes = [
    ...(struck > 0 ? [`${amountOf(struck, 'key that was', 'keys that were')} sold since the backup will not be sold again:`] : []),
    ...listed(comparison.struckKeys),
    ...(withheld > 0
      ? [`${amountOf(withheld, 'key')} may have been sold since the backup. They are held, and not for sale until an owner decides:`]
      : []),
    ...listed(comparison.withheldKeys),
    ...(endingOrders > 0
      ? [
          `${amountOf(endingOrders, 'pending order loses its keys and ends', 'pending orders lose their keys and end')} as expired. Complete by hand what was paid.`,
        ]
      : []),
    ...(messages > 0
      ? [
          `${amountOf(messages, 'message that was waiting is', 'messages that were waiting are')} held, and not sent until an owner decides.`,
        ]
      : []),
    ...(comparison.hasGap
      ? [`Ids given out since the backup are not known, so the next order gets an id above ${comparison.lastOrderId}.`]
      : []),
    ...(newOrders > 0
      ? [
          `${amountOf(newOrders, 'order')} made since the backup would be gone. Before that, ${newOrders === 1 ? 'it is' : 'they are'} written to ${lostOrdersFile}`,
        ]
      : []),
    ...comparison.disabledAccounts.map((name) => `${name} stays disabled.`),
    ...revokedApiKeys.map(({ name, hint }) => `The API key ${name} (${hint}…) stays revoked.`),
    ...comparison.rotatedApiKeys.map(({ name, hint }) => `The API key ${name} keeps its present secret (${hint}…).`),
    ...comparison.newWebhooks.map((host) => `The webhook ${host} was made since the backup and would be gone. Make it again.`),
    ...comparison.deletedWebhooks.map((host) => `The webhook ${host} comes back paused: it was deleted since the backup.`),
    ...comparison.keptWebhooks.flatMap(({ host, stays, keeps }) => [
      ...(stays === null ? [] : [`The webhook ${host} stays ${stays}.`]),
      ...keeps.map((part) => `The webhook ${host} keeps its present ${part}.`),
    ]),
    ...(comparison.hasOtherBotToken ? ['The bot token is that of the backup, not the present one.'] : []),
    ...(movedOrders > 0 ? [`${amountOf(movedOrders, 'order keeps its', 'orders keep their')} present email and page link.`] : []),
  ]
  return { warnings, notes }
}

export const sumOf = (counts: readonly KeyCount[]): number => counts.reduce((sum, { keys }) => sum + keys, 0)

/** A terminal has about 24 lines. */
const mostListed = 15

const listed = (counts: readonly KeyCount[]): string[] => [
  ...counts
    .slice(0, mostListed)
    .map(({ product, variant, batch, keys }) => `  ${keys} of ${product}, ${variant}${batch === '' ? '' : ` (${batch})`}`),
  ...(counts.length > mostListed ? [`  ${sumOf(counts.slice(mostListed))} of ${counts.length - mostListed} more batches`] : []),
]

import { inSentence, type ActivityAction, type ActivityRow } from '@keydesk/contract'
import { capital, joinWords, plural } from '../../kit/text/format.ts'
import { nameOfField, hiddenFields, wordsOf } from './field-words.ts'
import { type NameOf, isLong, textOfValue } from './value-text.ts'

/** A sentence, split at the name of the thing: 'changed the price of ', and the text after the name. */
interface Sentence {
  readonly before: string
  /** Whether the sentence names the thing. */
  readonly names: boolean
  readonly after: string
}

type Phrase = string | ((row: ActivityRow) => string)

/** `{}` is the thing. If the sentence depends on the changes of a row, it is a function. */
const phrases: Readonly<Record<ActivityAction, Phrase>> = {
  'product.created': (row) => (row.changes['duplicate_of'] === undefined ? 'created {}' : 'created {} as a copy'),
  'product.updated': changed,
  'product.bulk_updated': (row) => `${changed(row)}, with other products`,
  'product.bulk_undone': (row) => `undid a change: ${changed(row)}`,
  'product.deleted': 'deleted {}',
  'product.restored': 'restored {}',
  'product.purged': 'deleted the media of {} for good',
  'product.thumbnail_chosen': 'chose another thumbnail for {}',
  'products.announced': 'posted about {}',
  'media.image_uploaded': 'added an image to {}',
  'media.video_added': 'added a video to {}',
  'media.ordered': 'changed the order of the images of {}',
  'media.deleted': ({ changes }) => (changes['video'] === undefined ? 'deleted an image of {}' : 'deleted a video of {}'),
  'variant.created': 'created {}',
  'variant.updated': stockPhrase,
  'variant.deleted': 'deleted {}',
  'variant.restored': 'restored {}',
  'variant.keys_opened': 'opened {} for editing',
  'variant.keys_read': 'looked at unsold keys of {}',
  'variant.keys_purged': (row) => `deleted ${plural(numberOf(row, 'keys_purged'), 'removed key')} of {} for good`,
  'variant.keys_released': (row) => `released ${plural(numberOf(row, 'keys_released'), 'held key')} of {} into the stock`,
  'variant.keys_struck': (row) => `struck ${plural(numberOf(row, 'keys_struck'), 'held key')} of {} for good`,
  'variant.ran_low': ({ changes }) => `noticed that {} ${changes['stock']?.after === 0 ? 'is out of stock' : 'runs low'}`,
  'game.created': 'added {}',
  'order.created': 'made {}',
  'order.completed': ({ changes }) => (changes['completion_reason'] === undefined ? 'completed {}' : 'completed {} by hand'),
  'order.cancelled': 'cancelled {}',
  'order.expired': 'ended the reservation of {}',
  'order.refunded': 'refunded {}',
  'order.partly_refunded': 'refunded a part of {}',
  'order.keys_revealed': (row) => `looked at ${plural(numberOf(row, 'keys'), 'key')} of {}`,
  'order.mailed': (row) => `mailed {} to ${textOf(row, 'to')}`,
  'order.mail_failed': (row) => `could not mail {}: ${textOf(row, 'mail_error')}`,
  'order.email_changed': changed,
  'order.page_link_copied': 'copied the link of the page of {}',
  'order.page_link_renewed': 'gave the page of {} a new link',
  'key.opened': 'opened a key of {}',
  'key.replaced': 'replaced a key of {}',
  'orders.exported': 'exported orders',
  'payouts.exported': 'exported payouts',
  'sales.exported': 'exported the sales by product',
  'books.exported': 'exported the books',
  'coupon.created': 'created {}',
  'coupon.updated': changed,
  'coupon.activated': 'activated {}',
  'coupon.deactivated': 'deactivated {}',
  'coupon.deleted': 'deleted {}',
  'coupon.restored': 'restored {}',
  'coupon.purged': 'deleted {} for good',
  'referral_user.created': 'registered {}',
  'referral_user.settings_saved': changed,
  'referral_user.code_changed': changed,
  'payout.created': 'asked for a payout to {}',
  'payout.completed': 'completed a payout to {}',
  'payout.rejected': 'rejected a payout to {}',
  'announcement.created': 'wrote {}',
  'announcement.updated': (row) =>
    `${changed(
      row,
      Object.keys(row.changes).filter((field) => field !== 'discord_post'),
    )}${leftPost(row)}`,
  'announcement.deleted': (row) => `deleted {}${leftPost(row)}`,
  'announcement.restored': 'restored {}',
  'announcement.purged': 'deleted {} for good',
  'discord.message_resent': 'sent a failed post to Discord again',
  'discord.settings_updated': changed,
  'discord.tested': 'posted a test message to Discord',
  'discord.started': 'told the bot to start',
  'discord.stopped': 'told the bot to stop',
  'discord.restarted': 'told the bot to restart',
  'administrator.created': (row) => (isOwn(row) ? 'joined the team' : 'added {} to the team'),
  'administrator.role_changed': changed,
  'administrator.key_limit_changed': changed,
  'administrator.switches_changed': changed,
  'administrator.disabled': 'disabled {}',
  'administrator.enabled': 'enabled {}',
  'administrator.password_changed': 'changed their password',
  'administrator.password_reset': (row) => (isOwn(row) ? 'set a new password by a mailed link' : 'reset the password of {}'),
  'administrator.email_changed': changed,
  'administrator.two_factor_set_up': 'began to set up two-factor sign-in',
  'administrator.two_factor_enabled': 'turned on two-factor sign-in',
  'administrator.two_factor_disabled': (row) => (isOwn(row) ? 'turned off two-factor sign-in' : 'turned off two-factor sign-in of {}'),
  'administrator.recovery_codes_renewed': 'made new recovery codes',
  'administrator.recovery_code_used': 'used a recovery code',
  'administrator.logged_out_everywhere': 'logged out everywhere',
  'administrator.session_ended': 'ended one of their sessions',
  'administrator.other_sessions_ended': 'ended all of their other sessions',
  'member.signed_in': (row) => (textOf(row, 'provider') === '' ? 'signed in' : `signed in with ${capital(textOf(row, 'provider'))}`),
  'member.signed_out': 'signed out',
  'member.key_limit_reached': 'reached the limit of keys to replace and show within an hour',
  'member.sign_in_refused': (row) => `refused ${plural(numberOf(row, 'attempts'), 'sign-in')} as {}`,
  'invitation.created': 'invited somebody to the team',
  'invitation.used': 'joined by an invitation',
  'invitation.revoked': 'revoked an invitation',
  'api_key.created': 'created {}',
  'api_key.rotated': 'made a new secret for {}',
  'api_key.revoked': 'revoked {}',
  'webhook.created': 'created {}',
  'webhook.updated': webhookPhrase,
  'webhook.deleted': 'deleted {}',
  'webhook.secret_rotated': 'made a new secret for {}',
  'webhook.tested': 'sent a test to {}',
  'webhook.delivery_resent': (row) => `sent ${textOf(row, 'event')} to {} again`,
  'webhook.disabled': (row) => `disabled {}: ${textOf(row, 'disabled_reason')}`,
  'mail.updated': changed,
  'mail.tested': 'mailed themselves a test of {}',
  'customer_note.created': 'wrote a note about {}',
  'customer_note.deleted': 'deleted a note about {}',
  'shop.updated': changed,
  'shop.logo_changed': ({ changes }) => (changes['logo']?.after === null ? 'removed the logo of {}' : 'gave {} a logo'),
  'shop_import.stored': (row) => `imported ${plural(numberOf(row, 'rows'), 'row')} from {}`,
  'shop_import.cancelled': 'cancelled the import of {}',
  'shop_import.failed': 'removed the failed import of {}',
  'shop_import.undone': 'undid the import of {}',
  'shop.exported': 'downloaded everything',
  'shop.restored': 'restored the shop from a backup',
  'shop.held_messages_sent': (row) => `sent ${plural(numberOf(row, 'messages'), 'held message')}`,
  'shop.held_messages_dropped': (row) => `dropped ${plural(numberOf(row, 'messages'), 'held message')}`,
}

const isOwn = ({ actor, subject }: ActivityRow): boolean => actor.id === subject.id

function textOf({ changes }: ActivityRow, field: string): string {
  const value = changes[field]?.after
  return typeof value === 'string' ? value : ''
}

const numberOf = ({ changes }: ActivityRow, field: string): number => Number(changes[field]?.after ?? 0)

/** That a save or a deletion left the announcement's post alone. */
const leftPost = ({ changes }: ActivityRow): string =>
  changes['discord_post'] === undefined ? '' : ', and left its post in Discord as it was'

/** The most fields that a sentence names. */
const mostNamed = 3

/** 'changed the name and the price of {}', or 'turned on “Featured” for {}' */
function changed({ changes }: ActivityRow, fields: readonly string[] = Object.keys(changes)): string {
  if (fields.length === 0) return 'changed {}'
  if (fields.length > mostNamed) return `changed ${fields.length} fields of {}`
  const [only] = fields
  if (fields.length === 1 && wordsOf(only!).as === 'flag')
    return `turned ${changes[only!]?.after === true ? 'on' : 'off'} ${nameOfField(only!)} for {}`
  return `changed ${joinWords(fields.map(nameOfField))} of {}`
}

/** 'changed the URL of {} and activated it again': a disabled webhook loses its reason when it is saved as active. */
function webhookPhrase(row: ActivityRow): string {
  if (row.changes['disabled_reason'] === undefined) return changed(row)
  const others = Object.keys(row.changes).filter((field) => field !== 'disabled_reason' && field !== 'active')
  return others.length === 0 ? 'activated {} again' : `${changed(row, others)} and activated it again`
}

/** Fields that the sentence about the key counts covers. */
const keyFields = new Set(['stock', 'keys_added', 'keys_removed', 'keys_restored', 'reserved_keys_removed', 'import', 'supplier'])
const importFields = new Set(['repeated', 'in_stock', 'sold', 'elsewhere', 'invalid'])

/** 'imported 12 keys into {}', or 'added 3 keys and changed the price of {}'. */
function stockPhrase(row: ActivityRow): string {
  const { changes } = row
  const keysOf = (field: string) => plural(numberOf(row, field), 'key')
  if (changes['import_undone'] !== undefined) return `undid the import “${String(changes['import_undone'].after)}” into {}`
  if (changes['import'] !== undefined) return `imported ${keysOf('keys_added')} into {}`
  const parts = [
    changes['keys_added'] && `added ${keysOf('keys_added')} to {}`,
    changes['keys_removed'] && `removed ${keysOf('keys_removed')} from {}`,
    changes['keys_restored'] && `put ${keysOf('keys_restored')} back into {}`,
  ].filter((part) => part !== undefined)
  const others = Object.keys(changes).filter((field) => !keyFields.has(field) && !importFields.has(field))
  if (others.length > 0 || parts.length === 0) parts.push(changed(row, others.length > 0 ? others : undefined))
  // Names the thing once, at the end.
  return joinWords([...parts.slice(0, -1).map((part) => part.replace(/ \w+ \{\}$/, '')), parts.at(-1)!])
}

/** The noun before a thing's name; other things have only their name. */
const nouns: Readonly<Record<string, string>> = {
  product: 'the product',
  variant: 'the variant',
  game: 'the game',
  order: 'order',
  coupon: 'the coupon',
  user: 'the referral user',
  announcement: 'the announcement',
  discord: 'the Discord settings',
  api_key: 'the API key',
  webhook: 'the webhook',
  mail: 'the mail',
  shop: 'the shop',
}

/**
 * A row as a sentence: 'changed the price of the product ' + its name + ' from $5.00 to $6.00'.
 * @param isAlone in the history of one thing, where the sentence does not name it
 */
export function sentenceOf(row: ActivityRow, isAlone: boolean, nameOf: NameOf): Sentence {
  const { action, subject } = row
  // A newer server may record other actions.
  const phrase = (phrases as Readonly<Record<string, Phrase | undefined>>)[action] ?? unknownPhrase(action)
  const text = typeof phrase === 'string' ? phrase : phrase(row)
  const noun = nouns[subject.kind] ?? ''
  // After other words, such as 'disabled', the values would repeat them or mean nothing.
  const values = text.includes('changed ') ? valuesOf(row, nameOf) : ''
  const [before = '', after] = text.split('{}')
  if (after === undefined) return { before: text, names: false, after: '' }
  const withoutThing = before.replace(/ (?:of|to|from|into|for|about|as) $/, '')
  if (isAlone && withoutThing !== before) return { before: withoutThing, names: false, after: `${values}${after}` }
  if (isAlone || subject.kind === 'discord' || subject.name === '') {
    return {
      before: `${before}${isAlone && subject.kind === 'order' ? 'the order' : noun || 'it'}`,
      names: false,
      after: `${values}${after}`,
    }
  }
  return { before: `${before}${noun}${noun === '' ? '' : ' '}`, names: true, after: `${values}${after}` }
}

/** ' from $5.00 to $6.00', if one short value changed. For a flag the sentence says it already. */
function valuesOf(row: ActivityRow, nameOf: NameOf): string {
  const [only, ...others] = Object.entries(row.changes)
  if (only === undefined || others.length > 0 || row.kind !== 'change') return ''
  const [field, { before, after }] = only
  if (hiddenFields.has(field) || wordsOf(field).as === 'flag' || before === undefined || after === undefined) return ''
  const [from, to] = [before, after].map((value) => {
    const text = textOfValue(field, value, nameOf)
    if (value === null || value === '') return text && text.charAt(0).toLowerCase() + text.slice(1)
    return text !== null && typeof value === 'string' && wordsOf(field).as === undefined ? `“${inSentence(text)}”` : text
  })
  if (from === undefined || to === undefined || isLong(from) || isLong(to)) return ''
  if (from === null) return to === null ? '' : ` to ${to}`
  return ` from ${from} to ${to ?? 'nothing'}`
}

/** `gadget.moved_away` becomes 'moved away {}'. */
const unknownPhrase = (action: string): string => `${action.slice(action.indexOf('.') + 1).replaceAll('_', ' ')} {}`

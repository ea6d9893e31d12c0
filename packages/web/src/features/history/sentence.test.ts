import { type ActivityAction, type ActivityRow, activityKindOf } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { sentenceOf } from './sentence.ts'

type Subject = ActivityRow['subject']
const northlight: Subject = { kind: 'product', id: 1, name: 'Northlight', product_id: undefined, is_deleted: undefined }
const month: Subject = { ...northlight, kind: 'variant', name: 'Month', product_id: 1, product_name: 'Northlight' }

const rowOf = (action: string, subject: Subject, changes: Record<string, [unknown, unknown]> = {}): ActivityRow => ({
  ...{ id: 1, at: '2026-11-20T12:00:00.000Z', actor: { kind: 'admin', id: 7, name: 'ann' } },
  ...{ action, kind: activityKindOf(action as ActivityAction), subject, can_restore: false, restorable: [] },
  changes: Object.fromEntries(Object.entries(changes).map(([field, [before, after]]) => [field, { before, after, is_cut: undefined }])),
})

const textOfRow = (row: ActivityRow, isAlone = false): string => {
  const { before, names, after } = sentenceOf(row, isAlone, () => undefined)
  return `${before}${names ? row.subject.name : ''}${after}`
}

const of = (kind: string, name: string, id = 3): Subject => ({ ...northlight, kind, name, id })

test.each([
  [
    rowOf('product.updated', northlight, { name: ['Aim', 'Northlight'] }),
    'changed the name of the product Northlight from “Aim” to “Northlight”',
  ],
  [
    rowOf('product.bulk_updated', northlight, { name: ['Aim', 'Northlight'] }),
    'changed the name of the product Northlight from “Aim” to “Northlight”, with other products',
  ],
  [rowOf('variant.updated', month, { price: [5, 1234.5] }), 'changed the price of the variant Month from $5.00 to $1,234.50'],
  [rowOf('product.updated', northlight, { featured: [false, true] }), 'turned on “Featured” for the product Northlight'],
  [rowOf('product.updated', northlight, { faq: [[], []], name: ['a', 'b'] }), 'changed the FAQ and the name of the product Northlight'],
  [rowOf('product.updated', northlight, { a: [1, 2], b: [1, 2], c: [1, 2], d: [1, 2] }), 'changed 4 fields of the product Northlight'],
  [
    rowOf('product.updated', northlight, { full_description: ['<p>a</p>', `<p>${'long '.repeat(20)}</p>`] }),
    'changed the full description of the product Northlight',
  ],
  [
    rowOf('variant.updated', month, { stock: [1, 4], keys_added: [null, 3], price: [5, 6] }),
    'added 3 keys and changed the price of the variant Month',
  ],
  [rowOf('variant.updated', month, { stock: [4, 3], keys_removed: [null, 1] }), 'removed 1 key from the variant Month'],
  [
    rowOf('variant.updated', month, { import: [null, 'March.csv'], keys_added: [null, 0], repeated: [null, 2] }),
    'imported 0 keys into the variant Month',
  ],
  [
    rowOf('variant.updated', month, { import_undone: [null, 'March.csv'], keys_removed: [null, 2] }),
    'undid the import “March.csv” into the variant Month',
  ],
  [
    rowOf('referral_user.settings_saved', of('user', 'bob'), { custom_commission: [null, 12.5] }),
    'changed the commission rate of the referral user bob from the default to 12.5%',
  ],
  [rowOf('variant.ran_low', month, { stock: [null, 0] }), 'noticed that the variant Month is out of stock'],
  [rowOf('variant.ran_low', month, { stock: [null, 4], days_left: [null, 3] }), 'noticed that the variant Month runs low'],
  [rowOf('order.refunded', of('order', '#12')), 'refunded order #12'],
  [rowOf('order.partly_refunded', of('order', '#12')), 'refunded a part of order #12'],
  [
    rowOf('discord.settings_updated', of('discord', ''), { updates_channel_id: ['', '5'] }),
    'changed the updates channel of the Discord settings to “5”',
  ],
  [rowOf('discord.settings_updated', of('discord', ''), { bot_token: [null, 'changed'] }), 'changed the bot token of the Discord settings'],
  [
    rowOf('webhook.disabled', of('webhook', 'shop.example'), { disabled_reason: [null, 'The receiver answered 410 Gone'] }),
    'disabled the webhook shop.example: The receiver answered 410 Gone',
  ],
  [
    rowOf('api_key.rotated', of('api_key', 'newshop'), { previous_until: [null, '2026-11-28T07:01:00.000Z'] }),
    'made a new secret for the API key newshop',
  ],
  [rowOf('payout.rejected', of('user', 'bob'), { status: ['pending', 'failed'] }), 'rejected a payout to the referral user bob'],
  [rowOf('variant.keys_struck', month, { keys_struck: [null, 3] }), 'struck 3 held keys of the variant Month for good'],
  [
    rowOf('announcement.updated', of('announcement', 'Sale'), { content: ['a', 'b'], discord_post: [null, 'left as it was'] }),
    'changed the content of the announcement Sale, and left its post in Discord as it was',
  ],
  [
    rowOf('announcement.deleted', of('announcement', 'Sale'), { title: ['Sale', null], discord_post: [null, 'left as it was'] }),
    'deleted the announcement Sale, and left its post in Discord as it was',
  ],
  [rowOf('discord.started', of('discord', '')), 'told the bot to start'],
  [rowOf('discord.stopped', of('discord', '')), 'told the bot to stop'],
  [rowOf('discord.restarted', of('discord', '')), 'told the bot to restart'],
  [rowOf('administrator.created', of('member', 'bob')), 'added bob to the team'],
  [rowOf('administrator.created', of('member', 'ann', 7)), 'joined the team'],
  [rowOf('administrator.recovery_code_used', of('member', 'ann', 7)), 'used a recovery code'],
  [rowOf('member.key_limit_reached', of('member', 'ann', 7)), 'reached the limit of keys to replace and show within an hour'],
  [
    rowOf('administrator.key_limit_changed', of('member', 'bob'), { keys_per_hour: [20, 5] }),
    'changed the keys an hour of bob from 20 to 5',
  ],
  [rowOf('member.sign_in_refused', of('member', 'ann'), { attempts: [null, 12] }), 'refused 12 sign-ins as ann'],
  [rowOf('coupon.deleted', of('coupon', ''), { code: ['X', null] }), 'deleted the coupon'],
  [
    rowOf('product.updated', northlight, { name: ['نور', 'B'] }),
    'changed the name of the product Northlight from “\u2068نور\u2069” to “B”',
  ],
  [rowOf('webhook.updated', of('webhook', 'shop.example'), { active: [true, false] }), 'turned off “Active” for the webhook shop.example'],
  [
    rowOf('webhook.updated', of('webhook', 'shop.example'), { url: ['https://a.example/…', 'https://shop.example/…'] }),
    'changed the URL of the webhook shop.example from “https://a.example/…” to “https://shop.example/…”',
  ],
  [
    rowOf('webhook.updated', of('webhook', 'shop.example'), { disabled_reason: ['The receiver answered 410 Gone', null] }),
    'activated the webhook shop.example again',
  ],
  [
    rowOf('webhook.updated', of('webhook', 'shop.example'), { disabled_reason: ['The receiver answered 410 Gone', null], url: ['a', 'b'] }),
    'changed the URL of the webhook shop.example and activated it again',
  ],
  // An action of a newer server.
  [rowOf('gadget.moved_away', of('gadget', 'Thing')), 'moved away Thing'],
])('writes a row as a sentence, %#', (row, words) => {
  expect(textOfRow(row)).toBe(words)
})

test('the history of one thing does not name it', () => {
  expect(textOfRow(rowOf('variant.updated', month, { price: [5, 6] }), true)).toBe('changed the price from $5.00 to $6.00')
  expect(textOfRow(rowOf('variant.deleted', month), true)).toBe('deleted the variant')
  expect(textOfRow(rowOf('order.keys_revealed', of('order', '#1'), { keys: [null, 2] }), true)).toBe('looked at 2 keys')
  expect(textOfRow(rowOf('order.page_link_copied', of('order', '#1')), true)).toBe('copied the link of the page')
  expect(textOfRow(rowOf('order.created', of('order', '#1')), true)).toBe('made the order')
})

import { limits, permissionsOf, roles, type Access, type ErrorKind, type Permission } from '@keydesk/contract'

/** The document's texts, beside the summary that each call has in the contract. */

export const about = `The calls of Keydesk: the back office, and the store API for a storefront's server.

A success is \`{"data": …}\`; the few bare answers are shown as such. Every refusal has a \`message\` for a person and a \`code\` for a program.
Money is in US dollars with at most two decimals, times are UTC, ids are positive whole numbers. Unknown fields of a body are ignored, and blanks around a text (but for passwords) are dropped.
Answers may have more fields one day: pass over those that you do not know. Every path works with and without a slash at its end.`

export const tagTexts: Readonly<Record<string, string>> = {
  account: "The signed-in administrator's own account: password and two-factor sign-in.",
  activity: 'What was done, by whom, and bringing it back.',
  apiKeys: 'The keys that storefronts sign in with.',
  announcements: 'News for customers, which the bot posts.',
  auth: 'Signing in and out.',
  bulk: 'Changes of several products in one action.',
  coupons: 'Coupons: who may use them, for what, until when.',
  customers: 'Customers by their email, and what the staff noted about them.',
  discord: 'The Discord bot: settings, what it posted, starting and stopping.',
  games: 'The games that products may be for.',
  joining: 'Joining the team by the link of an invitation.',
  keys: 'Imports of keys, and the life of a key.',
  media: 'Images and videos of products.',
  orders: 'Orders as the back office sees them.',
  products: 'Products and what is said about them.',
  referrals: 'Referral users, what they earned, and their payouts.',
  search: 'One search over everything.',
  sessions: 'Where the caller is signed in.',
  statistics: 'What was sold.',
  stock: 'How long the stock lasts.',
  store: "The store API, for a storefront's server.",
  team: 'The people who work here, and their invitations.',
  variants: 'Variants and their stock of keys.',
  webhooks: 'Addresses that are told what happens, and what was sent to them.',
}

const accessTexts: Readonly<Record<Exclude<Access, Permission>, string>> = {
  public: 'Anybody may call this.',
  optional: 'Anybody may call this; somebody of the team gets more.',
  user: 'Needs the token of a live session.',
  staff: 'Needs the token of somebody of the team.',
  store: 'Needs an API key.',
}

export function accessTextOf(access: Access): string {
  if (!isPermission(access)) return accessTexts[access]
  const allowed = roles.filter((role) => permissionsOf[role].includes(access))
  return `Needs the permission \`${access}\`, which these roles have: ${allowed.join(', ')}.`
}

const isPermission = (access: Access): access is Permission => !(access in accessTexts)

const cartRefusals =
  '409: `out_of_stock`, `sales_paused`, `coupon_used_up`, `coupon_used_up_by_customer`. 422: `over_max_per_order`, `coupon_not_found`, `coupon_inactive`, `coupon_not_started`, `coupon_expired`, `coupon_not_applicable`, `referral_code_unknown`, `own_referral_code`.'

/** What a caller should know of a call beyond its summary, by its operation id. */
export const operationTexts: Readonly<Record<string, string>> = {
  'activity.list':
    'Without `subject_kind` and `subject_id` it needs the permission `activity:read`; with them, that to read the thing. Rows of things that the role may not read are left out.',
  'activity.restore':
    'With `field`: needs the permission to change the thing. Without: brings a deleted thing back, by the id of the row of its deletion, within 30 days; needs `deleted:restore`. 409: `cannot_restore` with the reason in words.',
  'activity.restorePreview':
    'Needs the permission to change the thing. 409: `cannot_restore` with the reason in words; whether the thing takes the values is checked when they are restored.',
  'announcements.update':
    'What is left out stays as it is. Once it is posted, another `publish_at` or `post_to_discord` is 422 `already_posted`. The post follows, unless `update_post` is false.',
  'announcements.remove': 'With its post, unless `delete_post` is false.',
  'bulk.change':
    'Without `announce` nothing is posted; with it, one message lists all of the products. One product that is not there is a 404, and nothing is changed.',
  'bulk.undo': '409: `undo_over` after 30 seconds, a second time, or for an unknown token.',
  'orders.export': 'The columns and filters are those of the list, without its pages.',
  'products.update':
    'Sends back the `version` that was read: where somebody else saved in the meantime, 409 `stale_version` has the stored state in `current`.',
  'store.quote': cartRefusals,
  'store.purchase':
    'The keys are reserved for 30 minutes unless the operator chose otherwise. A total of 0 completes at once. ' +
    cartRefusals +
    ' Also 409: `too_many_pending`, and `price_changed` with the new quote in `data`.',
  'store.complete':
    'A repeat answers the same. 409: `invalid_transition` for an order that was cancelled, expired or refunded; `payment_mismatch` where another reference is stored; `payment_reference_used` where another order has this one.',
  'store.cancel': '409: `invalid_transition` for an order that is not pending.',
  'store.refund':
    'Without `items` everything that is left is refunded. 409: `invalid_transition` for an order that is not completed. 422: `not_refundable` with the field, for an item that is unknown or named twice, and for more than is left of it.',
  'orders.refund': 'As `POST /store/purchases/{id}/refund`.',
  'store.createPayout': '409: `insufficient_balance`. 422: `referrals_disabled`.',
  'coupons.dryRun':
    'As if the coupon had held for all of these days, for whoever ordered: its own dates and the uses that it has do not count, nor do the discounts that an order had. Nothing is stored.',
  'referrals.completePayouts':
    'Several may share a transaction. A repeat with the same transaction ids answers the same. 409: `payouts_refused`, with the payouts and the reasons in `data.refused`: nothing was completed.',
  'referrals.decidePayout': '409: `balance_overdrawn` where a refund left less than the payout takes.',
  'keys.import':
    'Blank lines and values that cannot be keys are counted as `invalid`, not refused. The same list again stores no key: `added` is 0. With `dry_run=true` the answer is 200 with what the import would do; else 201 with the import.',
  'keys.undoImport': '409: `already_undone`. The keys can be put back from the removed keys for 30 days.',
  'joining.find': '410: `invitation_over` for a link that was used, has expired, was revoked, or never existed.',
  'joining.accept':
    'The account is that of a storefront user with this email, if there is one. 409 for a name or email of somebody of the team. 410: `invitation_over`.',
  'team.update':
    'A new role counts from the next call. Disabling ends the sessions of the member at once. `keys_per_hour` does not hold for owners. 409: `last_owner`.',
  'team.invite': 'The link is in this answer alone. It holds its token behind `#`, where no server and no log sees it.',
  'team.revokeInvitation': '410: `invitation_over` for one that is not open any more.',
  'keys.lookup': 'By POST, so that no key stands in an address. With `or_null=true` a key that is not found is null, else 404.',
  'search.find': 'By POST, so that no key and no email stands in an address. Only what the role may read is found.',
  'customers.find': 'By exactly one of the three parameters.',
  'customers.removeNote': 'Only its author, owners and managers may.',
  'orders.replaceKey':
    'The oldest available key of the variant takes its place. 409: `out_of_stock`, `already_replaced`, `invalid_transition` for an order that is not completed or a key that was refunded. 429: `key_limit_reached`.',
  'orders.revealKeys': 'The same order again is free for an hour. 429: `key_limit_reached`.',
  'webhooks.create':
    'The URL must start with https:// and lead to a public address, unless the operator allowed others. 409: `too_many_webhooks`. 422: `webhook_address`.',
  'webhooks.update': '422: `webhook_address`.',
  'webhooks.test': '409: `webhook_inactive` for one that is paused or disabled.',
  'webhooks.resend': '409: `webhook_inactive` for a webhook that is paused or disabled.',
  'media.uploadImage': `An image of at most ${limits.imageBytes / 1024 / 1024} MB.`,
  'variants.create': 'Without keys it is a draft: not for sale and not announced before its first save.',
  'variants.update':
    'What the list adds and removes is counted in `meta`. With the `keys_seen` of the variant as it was read, only keys that it had then are removed.',
}

/** Kinds of refusal that do not follow from a call's input, by operation id or tag. */
export const alsoRefuses: Readonly<Record<string, readonly ErrorKind[]>> = {
  'activity.restorePreview': ['conflict'],
  'auth.login': ['unauthenticated'],
  'joining.find': ['gone'],
  'joining.accept': ['gone', 'conflict'],
  'team.revokeInvitation': ['gone'],
  account: ['too_many_requests'],
  'orders.revealKeys': ['too_many_requests'],
  'orders.replaceKey': ['too_many_requests'],
  // What Discord says to the bot.
  'discord.start': ['rule_violated'],
  'discord.restart': ['rule_violated'],
  // Of somebody without orders, notes and a referral code.
  'customers.find': ['not_found'],
}

export const refusalTexts: Readonly<Record<ErrorKind, string>> = {
  invalid_input: 'What was sent is malformed or not valid; `fields` says what is wrong with which field.',
  unauthenticated: 'The credentials are missing, wrong, or no longer live.',
  forbidden: 'The credentials are good, but do not allow this.',
  not_found: 'There is no such thing.',
  conflict: 'What is stored stands against it: a duplicate, a stale version, too little stock.',
  gone: 'It was there, and is over for good.',
  too_large: 'The body is too large.',
  unsupported_media: 'The body is of a type that the call does not take.',
  rule_violated: 'A rule of the shop says no.',
  too_many_requests: 'Too many requests or failed attempts.',
  internal: 'A fault of the server.',
  unavailable: 'The server cannot do its work right now, for instance because the database does not answer.',
}

const dollars = 'US dollars.'
const couponTookOff = 'What the coupon took off, less the share of refunded units, in US dollars.'

/** What fields mean, by name; under `Component.field` for one component, under `query.name` for a parameter. */
export const fieldTexts: Readonly<Record<string, string>> = {
  amount: dollars,
  balance: 'What can be paid out, in US dollars.',
  commission_amount: dollars,
  'Announcement.delivery_reason': 'Why it failed, waits, or is not posted; null where there is none.',
  'Announcement.log_id': 'Its row in the log of notifications; null where nothing was ever to be posted.',
  'Announcement.posted_at': 'Since when the post is in the channel; null while it is not.',
  'Announcement.post_url': 'The post in Discord; null while its address is not known.',
  'AnnouncementUpdate.update_post': 'False leaves the post as it is.',
  mention_role_id: 'The role that the post notifies, and an edit does not; null for nobody.',
  post_to_discord: 'True where a new one does not say.',
  publish_at: 'When it is posted; null, or a time that is past, for at once.',
  'query.delete_post': 'False leaves the post where it is.',
  'CouponUsage.discount': couponTookOff,
  'CouponDay.discount': couponTookOff,
  'OrderRefund.reason': 'Why it was refunded.',
  'CompleteInput.reason': 'Why it is completed by hand.',
  'RefundInput.reason': 'Why it is refunded.',
  'WebhookDelivery.reason': 'Why the last attempt failed.',
  'PageMeta.total': 'How many match the filters in all. Left out where counting costs too much.',
  'PageMeta.next_cursor': 'The `cursor` of the next page; null on the last one.',
  'ReferralUser.commission_rate': 'Percent; null where the default holds.',
  'ReferralUser.referral_discount': 'Percent; null where the default holds.',
  'Refusal.code': 'For a program, such as `out_of_stock`.',
  'Refusal.data': 'With `price_changed`: what the cart costs now. With `payouts_refused`: which payouts, and why.',
  'Refusal.current': 'With `stale_version`: what is stored now.',
  'Refusal.fields': 'A sentence for each field that is not valid.',
  'Refusal.message': 'For a person.',
  'StatisticsRow.total_revenue': 'US dollars that were paid.',
  applied: 'To how many of them it would have applied.',
  cost: 'What it would have taken off, in US dollars.',
  lowest_total:
    'The least that one of them would have cost, of those that cost something without the coupon, in US dollars; null where it applied to none.',
  starts_at: 'Null for one that holds from the beginning. A save that leaves it out keeps it.',
  decided_at: 'When it was completed or rejected.',
  reason: 'Why it was rejected.',
  completed_at: 'When it was paid for; null until then.',
  completion_reason: 'Why somebody of the team completed the order by hand; null for any other order.',
  coupon_discount: dollars,
  discount: 'Coupon and referral discount together, in US dollars.',
  discount_value: 'Percent, or US dollars.',
  expected_total: 'What the customer was told, in US dollars: where it costs something else by now, nothing is bought.',
  days_left: 'To 1 decimal, rounded down. Null or left out where nothing sells.',
  is_draft: 'True until its first save, when it was made without keys: not for sale, not announced.',
  is_low: 'Below 7 days, or at most the threshold of its own.',
  keys_seen: 'Names the keys that were read. Send it back with the keys when you save.',
  low_stock_threshold: 'The stock is low at this number or below, however long it lasts. Null for none.',
  max_per_order: 'How many keys of the variant one order may have.',
  max_usage: '0 means unlimited.',
  max_usage_per_user: '0 means unlimited.',
  paid: 'What was paid for the line after its share of the discounts, in US dollars.',
  per_day: 'Units a day over the last 28 days, the last 7 weighted double. Refunded ones do not count.',
  payment_reference: 'How the payment is known to whoever took it.',
  price: dollars,
  refunded_quantity: 'How many units of it were refunded.',
  refunded_total: 'What was refunded so far, in US dollars. The status is `refunded` once everything is.',
  reserved_until: 'While the order is pending: when its reservation ends.',
  revenue: dollars,
  sales_paused: 'While it is true, quotes and purchases are refused; a pending order can still be completed.',
  stock: 'How many can be bought at this moment.',
  subtotal: 'Before discounts, in US dollars.',
  total: dollars,
  undo_token: 'Good for one undo, for 30 seconds.',
  unit_price: dollars,
  version: 'Grows with every change. Send it back when you save, so that nobody else’s change is undone.',

  'query.actor': 'The id of somebody of the team: only what they did.',
  'query.kind': 'Only what is of this kind.',
  'query.subject_id': 'Only what was done to this thing; needs `subject_kind`.',
  'query.subject_kind': 'Only what was done to things of this kind.',
  'query.coupon_id': 'Only orders that belong to this coupon.',
  'query.cursor': 'What `next_cursor` of the page before said.',
  'query.days': 'How many days, up to today.',
  'query.dry_run': 'Whether to look only, and store nothing.',
  'query.email': 'Without case.',
  'query.order_id': 'An order of the customer.',
  'query.user_id': 'The customer as a referral user.',
  'query.from': 'The first day, as `YYYY-MM-DD` in `time_zone`.',
  'query.include_expired': 'Whether coupons past their date are listed.',
  'query.limit': 'How many at most.',
  'query.permanent': 'Accepted, and changes nothing: a deletion is the same with and without it.',
  'query.q': 'What to search for.',
  'query.sort': 'The name of a field; a minus before it turns the order round.',
  'query.status': 'Only those in this state.',
  'query.time_zone': 'Whose days are meant: the IANA name of a time zone. UTC where it is left out.',
  'query.to': 'The last day, as `YYYY-MM-DD` in `time_zone`.',
  'query.type': 'Which list.',
}

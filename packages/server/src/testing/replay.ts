import type { SubjectKind } from '@keydesk/contract'
import { expect } from 'vitest'
import { newProductFields } from '../modules/products/products.rules.ts'
import { readChanges } from '../modules/activity/activity.service.ts'
import type { TestApp } from '../testing.ts'

type Row = Record<string, unknown>
type Fields = Record<string, unknown>

/**
 * Maps the columns of each table that people change to their names in the history. Other tables are counters, caches, or derived from
 * another thing: keys from variants and orders, referrals and order items from orders.
 */
const tables: readonly {
  readonly table: string
  readonly kind: SubjectKind
  /** The initial values of fields that the first history row leaves out. */
  readonly base: Fields
  readonly fields: (row: Row) => Fields
}[] = [
  {
    table: 'product',
    kind: 'product',
    base: { ...newProductFields('', '') },
    fields: ({ id: _, version: __, created_at: ___, updated_at: ____, deleted_at: _____, shop_import_id: ______, ...row }) => ({
      ...row,
      ...flagsOf(row, ['featured', 'unlisted', 'sales_paused', 'has_day_keys']),
      ...Object.fromEntries(['anti_cheats_supported', 'faq', 'updates'].map((name) => [name, JSON.parse(String(row[name]))])),
    }),
  },
  {
    table: 'variant',
    kind: 'variant',
    base: { is_draft: false, low_stock_threshold: null },
    fields: ({ product_id, name, price_cents, max_per_order, low_stock_threshold, is_draft }) => ({
      ...{ product_id, name, price: Number(price_cents) / 100, max_per_order, low_stock_threshold, is_draft: is_draft === 1 },
    }),
  },
  {
    table: 'coupon',
    kind: 'coupon',
    base: { is_active: true, starts_at: null },
    fields: ({ code, discount_type, discount_hundredths, expiration_date, starts_at, max_usage, max_usage_per_user, ...row }) => ({
      ...{
        code,
        discount_type,
        discount_value: Number(discount_hundredths) / 100,
        expiration_date,
        starts_at,
        max_usage,
        max_usage_per_user,
      },
      ...flagsOf(row, ['applicable_to_all', 'is_active']),
    }),
  },
  {
    table: 'announcement',
    kind: 'announcement',
    base: { publish_at: null, post_to_discord: true, mention_role_id: null },
    fields: ({ title, content, publish_at, mention_role_id, ...row }) => ({
      ...{ title, content, publish_at, mention_role_id },
      ...flagsOf(row, ['post_to_discord']),
    }),
  },
  {
    table: 'payout',
    kind: 'payout',
    base: { transaction_id: null, reason: null },
    fields: ({ status, transaction_id, reason }) => ({ status, transaction_id, reason }),
  },
  {
    table: 'orders',
    kind: 'order',
    base: { payment_reference: null, refunded_total: 0, completion_reason: null },
    fields: ({ status, total_cents, refunded_cents, payment_reference, completion_reason }) => ({
      ...{ status, total: Number(total_cents) / 100, refunded_total: Number(refunded_cents) / 100, payment_reference, completion_reason },
    }),
  },
  {
    table: 'app_user',
    kind: 'user',
    base: { enabled: true, custom_commission: null, referral_discount: null },
    fields: ({ username, email, referral_code, ...row }) => ({
      ...{ username, email, referral_code, enabled: row['referral_enabled'] === 1 },
      ...{
        custom_commission: percentOf(row['custom_commission_hundredths']),
        referral_discount: percentOf(row['custom_discount_hundredths']),
      },
    }),
  },
  {
    table: 'discord_bot',
    kind: 'discord',
    base: {
      ...{ updates_channel_id: '', restock_channel_id: '', alerts_channel_id: '', product_url: '' },
      ...{ notifications_enabled: true, bot_token_set: false },
    },
    fields: ({ updates_channel_id, restock_channel_id, alerts_channel_id, product_url, ...row }) => ({
      ...{ updates_channel_id, restock_channel_id, alerts_channel_id, product_url },
      ...flagsOf(row, ['notifications_enabled']),
      bot_token_set: row['token_sealed'] !== null,
    }),
  },
  { table: 'api_key', kind: 'api_key', base: {}, fields: ({ name, scopes }) => ({ name, scopes: JSON.parse(String(scopes)) as unknown }) },
  {
    table: 'webhook',
    kind: 'webhook',
    base: { disabled_reason: null },
    fields: ({ events, active, disabled_reason }) => ({
      ...{ events: JSON.parse(String(events)) as unknown, active: active === 1, disabled_reason },
    }),
  },
  { table: 'game', kind: 'game', base: {}, fields: ({ name }) => ({ name }) },
]

const flagsOf = (row: Row, names: readonly string[]): Fields => Object.fromEntries(names.map((name) => [name, row[name] === 1]))
const percentOf = (hundredths: unknown): number | null => (hundredths === null ? null : Number(hundredths) / 100)

interface State {
  readonly fields: Fields
  readonly isDeleted: boolean
}

/** The stored state of everything that people change, by thing. */
export async function states({ deps: { db } }: TestApp): Promise<Record<string, State>> {
  const all: Record<string, State> = {}
  for (const { table, kind, fields } of tables) {
    const rows = (await db
      .selectFrom(table as 'product')
      .selectAll()
      .orderBy('id')
      .execute()) as unknown as Row[]
    for (const row of rows) {
      const isMember = table === 'app_user' && row['role'] !== 'customer'
      if (!isMember) all[`${kind} ${String(row['id'])}`] = { fields: fields(row), isDeleted: (row['deleted_at'] ?? null) !== null }
    }
  }
  return all
}

/** Replaying the history rows of each thing must lead to its stored state. */
export async function compare(app: TestApp): Promise<void> {
  const { db } = app.deps
  const stored = await states(app)
  const rows = await db.selectFrom('activity').selectAll().orderBy('id').execute()
  const replayed: Record<string, State> = {}
  for (const { action, subject_kind, subject_id, changes } of rows) {
    const key = `${subject_kind} ${subject_id}`
    const base = tables.find((table) => table.kind === subject_kind)?.base
    if (base === undefined) continue
    const { fields, isDeleted } = replayed[key] ?? { fields: base, isDeleted: false }
    const isDeletion = action === `${subject_kind}.deleted`
    const after = Object.entries(readChanges(changes)).map(([name, change]) => [name, change.after])
    replayed[key] = {
      fields: isDeletion ? fields : { ...fields, ...Object.fromEntries(after) },
      isDeleted: isDeletion || (isDeleted && action !== `${subject_kind}.restored`),
    }
  }
  for (const [key, state] of Object.entries(stored)) {
    // Predefined games, and settings that nobody changed, have no rows.
    const from = replayed[key]
    if (from === undefined) {
      expect(key, 'has no row').toMatch(/^(game|discord) /)
      continue
    }
    const known = Object.fromEntries(Object.keys(state.fields).map((name) => [name, from.fields[name]]))
    expect({ fields: known, isDeleted: from.isDeleted }, key).toEqual(state)
  }
}

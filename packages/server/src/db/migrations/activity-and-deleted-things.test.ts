import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestApp } from '../../testing.ts'
import { migrate, migrateTo } from '../migrate.ts'

test('older rows of the activity get their kind, and what was deleted together is known', async () => {
  const { db } = (await createTestApp({ migrated: false })).deps
  await migrateTo(db, '0021-roles')
  const actions = ['order.completed', 'coupon.created', 'coupon.deleted', 'api_key.revoked', 'order.keys_revealed', 'product.updated']
  const rows = [
    ...actions.map((action) => ({ action, kind: action.split('.')[0]! })),
    { action: 'administrator.created', kind: 'user' },
    { action: 'administrator.logged_out_everywhere', kind: 'user' },
    { action: 'referral_user.created', kind: 'user' },
  ]
  const at = '2029-06-15T12:00:00.000Z'
  for (const { action, kind } of rows)
    await sql`insert into activity (at, actor_kind, actor_name, action, subject_kind, subject_id, changes)
      values (${at}, 'system', 'system', ${action}, ${kind}, 1, '{}')`.execute(db)
  const product = (id: number, deleted: string | null) =>
    sql`
    insert into product (id, name, description, full_description, category, featured, unlisted, game_name, cheat_type, has_day_keys, spoofer_type,
      anti_cheats_supported, anti_cheat, firmware_type, hardware_type, update_status, detection_status, requirements, supported_on, instructions,
      faq, updates, version, created_at, updated_at, deleted_at)
    values (${id}, 'Aim', '', '', 'cheats', 0, 0, '', '', 0, '', '[]', '', '', '', 'Updated', 'Undetected', '', '', '', '[]', '[]', 1, ${at}, ${at},
      ${deleted})`.execute(db)
  await product(1, at)
  const earlier = '2029-06-14T12:00:00.000Z'
  for (const [id, deleted] of [
    [1, at],
    [2, earlier],
  ] as const)
    await sql`insert into variant (id, product_id, name, price_cents, stock, version, created_at, deleted_at)
      values (${id}, 1, 'Month', 100, 0, 1, ${earlier}, ${deleted})`.execute(db)
  for (const [value, removed] of [
    ['WITH', at],
    ['BEFORE', earlier],
  ] as const)
    await sql`insert into license_key (variant_id, value, state, created_at, removed_at, removed_by)
      values (1, ${value}, 'removed', ${earlier}, ${removed}, 'admin')`.execute(db)

  await migrate(db)
  const activity = await db.selectFrom('activity').select(['action', 'kind', 'subject_kind', 'subject_name']).orderBy('id').execute()
  expect(activity.map(({ action, kind, subject_kind }) => `${action} ${kind} ${subject_kind}`)).toEqual([
    'order.completed sale order',
    'coupon.created create coupon',
    'coupon.deleted delete coupon',
    'api_key.revoked delete api_key',
    'order.keys_revealed read order',
    'product.updated change product',
    'administrator.created create member',
    'administrator.logged_out_everywhere sign_in member',
    'referral_user.created create user',
  ])
  expect(await db.selectFrom('variant').select(['id', 'deleted_with_product']).orderBy('id').execute()).toEqual([
    { id: 1, deleted_with_product: 1 },
    { id: 2, deleted_with_product: 0 },
  ])
  expect(await db.selectFrom('license_key').select(['value', 'removed_with_variant']).orderBy('id').execute()).toEqual([
    { value: 'WITH', removed_with_variant: 1 },
    { value: 'BEFORE', removed_with_variant: 0 },
  ])
})

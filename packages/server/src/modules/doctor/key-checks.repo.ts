import { sql } from 'kysely'
import type { Db } from '../../db/schema.ts'
import { differing, sum } from './checks.repo.ts'

/** Variants whose stock is not the number of their available keys. */
export const listWrongStock = (db: Db) =>
  differing(
    db,
    sql<{ id: number; kept: number; found: number }>`
      select variant.id, variant.stock as kept, coalesce(counted.found, 0) as found
      from variant
      left join (
        select variant_id, count(*) as found from license_key where state = 'available' group by variant_id
      ) as counted on counted.variant_id = variant.id
      where variant.stock <> coalesce(counted.found, 0)
      order by variant.id`,
  )

/** Keys whose state contradicts the order that holds them. */
export const listMisplacedKeys = (db: Db) =>
  differing(
    db,
    sql<{ id: number; state: string; order_id: number | null; order_status: string | null }>`
      select license_key.id, license_key.state, orders.id as order_id, orders.status as order_status
      from license_key
      left join order_item on order_item.id = license_key.order_item_id
      left join orders on orders.id = order_item.order_id
      where case license_key.state
        when 'available' then license_key.order_item_id is not null
        when 'removed' then license_key.order_item_id is not null
        when 'withheld' then license_key.order_item_id is not null
        when 'struck' then license_key.order_item_id is not null
        when 'reserved' then coalesce(orders.status, '') <> 'pending'
        when 'sold' then coalesce(orders.status, '') <> 'completed'
        else coalesce(orders.status, '') <> 'refunded'
          and not (coalesce(orders.status, '') = 'completed' and (license_key.refund_id is not null or exists (select 1 from key_replacement where key_id = license_key.id)))
      end
      order by license_key.id`,
  )

/**
 * Keys for sale that belong to a deleted variant or have a removal date; removed keys that have no removal date, and could never be purged;
 * and keys marked as removed with their variant that are not removed, or whose variant is not deleted.
 */
export const listUnsellableKeys = (db: Db) =>
  differing(
    db,
    sql<{ id: number; state: string; variant_id: number; is_deleted: number; waits: number }>`
      select license_key.id, license_key.state, license_key.variant_id, license_key.removed_with_variant as waits, case when variant.deleted_at is null then 0 else 1 end as is_deleted
      from license_key
      join variant on variant.id = license_key.variant_id
      where (license_key.state = 'available' and (variant.deleted_at is not null or license_key.removed_at is not null))
        or (license_key.state = 'removed' and license_key.removed_at is null)
        or (license_key.removed_with_variant = 1 and (license_key.state <> 'removed' or variant.deleted_at is null))
      order by license_key.id`,
  )

/** Keys of an order item of another variant. */
export const listForeignKeys = (db: Db) =>
  differing(
    db,
    sql<{ id: number; variant_id: number; order_id: number; sold_variant_id: number }>`
      select license_key.id, license_key.variant_id, order_item.order_id as order_id, order_item.variant_id as sold_variant_id
      from license_key
      join order_item on order_item.id = license_key.order_item_id
      where order_item.variant_id <> license_key.variant_id
      order by license_key.id`,
  )

/**
 * Order items with a different number of keys than their quantity. Cancelled and expired orders have no keys; replaced keys do not count.
 * Imported orders may have fewer.
 * Keys are counted item by item, which reads both tables once: keys are stored in the order of their items.
 */
export const listUnevenItems = (db: Db) =>
  differing(
    db,
    sql<{ id: number; order_id: number; quantity: number; found: number }>`
      select * from (
        select order_item.id, order_item.order_id as order_id, order_item.quantity, orders.shop_import_id,
          (select count(*) from license_key where license_key.order_item_id = order_item.id) - coalesce(replaced.found, 0) as found
        from order_item
        join orders on orders.id = order_item.order_id
        left join (
          select license_key.order_item_id, count(*) as found
          from key_replacement join license_key on license_key.id = key_replacement.key_id
          group by license_key.order_item_id
        ) as replaced on replaced.order_item_id = order_item.id
        where orders.status not in ('cancelled', 'expired')
      ) as items
      where found <> quantity and (found > quantity or shop_import_id is null)
      order by id`,
  )

/**
 * Refunds whose quantity of an item differs from the keys that they revoked. Keys with a refund count only if they are revoked and were not
 * replaced.
 */
export const listWrongRefundedKeys = (db: Db) =>
  differing(
    db,
    sql<{ refund_id: number; item_id: number; quantity: number; found: number }>`
      select refund_id, item_id, ${sum('quantity')} as quantity, ${sum('found')} as found
      from (
        select refund_id, item_id, quantity, 0 as found from refund_item
        union all
        select refund_id, coalesce(order_item_id, 0), 0, case
          when state = 'revoked' and not exists (select 1 from key_replacement where key_id = license_key.id) then 1 else 0 end
        from license_key where refund_id is not null
      ) as units
      group by refund_id, item_id
      having sum(quantity) <> sum(found) and (sum(found) > sum(quantity) or not exists (
        select 1 from refund as of_import join orders on orders.id = of_import.order_id
        where of_import.id = units.refund_id and orders.shop_import_id is not null))
      order by refund_id, item_id`,
  )

/** Replaced keys that are not revoked, or whose replacement is not on the same order item. */
export const listWrongReplacements = (db: Db) =>
  differing(
    db,
    sql<{ key_id: number; state: string; new_key_id: number }>`
      select replaced.id as key_id, replaced.state, given.id as new_key_id
      from key_replacement
      join license_key as replaced on replaced.id = key_replacement.key_id
      join license_key as given on given.id = key_replacement.new_key_id
      where replaced.state <> 'revoked' or given.order_item_id is null or replaced.order_item_id is null
        or given.order_item_id <> replaced.order_item_id
      order by replaced.id`,
  )

/** Keys from an import of another variant. */
export const listStrayedKeys = (db: Db) =>
  differing(
    db,
    sql<{ id: number; variant_id: number; import_id: number; import_variant_id: number }>`
      select license_key.id, license_key.variant_id, key_import.id as import_id, key_import.variant_id as import_variant_id
      from key_import
      join license_key on license_key.import_id = key_import.id
      where license_key.variant_id <> key_import.variant_id
      order by license_key.id`,
  )

/** Imports with more keys than they added. They may have fewer: a later import can add a key again, and keys can be purged. */
export const listOverfullImports = (db: Db) =>
  differing(
    db,
    sql<{ id: number; added: number; found: number }>`
      select key_import.id, key_import.added, counted.found
      from key_import
      join (
        select import_id, count(*) as found from license_key where import_id is not null group by import_id
      ) as counted on counted.import_id = key_import.id
      where counted.found > key_import.added
      order by key_import.id`,
  )

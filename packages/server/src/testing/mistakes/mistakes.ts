import { testNow } from '../../testing.ts'

const day = testNow.toISOString()

/** Statements that each put one thing wrong in the busy shop of doctor.test.ts, and what `doctor` reports. */
export const mistakes: readonly (readonly [what: string, statements: string, sentence: string])[] = [
  ['a stock', `update variant set stock = stock + 2 where id = 1`, 'Variant 1 says that 17 keys are in stock, but 15 are available.'],
  ['a key that vanished', `delete from license_key where id = 1`, 'Line 1 of order 1 is for 3 keys, but holds 2.'],
  ['a key sold by a pending order', `update license_key set state = 'sold' where id = 4`, 'Key 4 is sold, but its order 2 is pending.'],
  [
    'a key reserved by a completed order',
    `update license_key set state = 'reserved' where id = 1`,
    'Key 1 is reserved, but its order 1 is completed.',
  ],
  [
    'a key that went back on sale',
    `update license_key set state = 'available' where id = 1`,
    'Key 1 is available, but its order 1 is completed.',
  ],
  [
    'a key of a deleted variant that is for sale',
    `update variant set deleted_at = '2030-01-01T00:00:00.000Z' where id = 2; update license_key set state = 'removed', removed_at = created_at where variant_id = 2 and state = 'available' and id <> 30; update variant set stock = 1 where id = 2`,
    'Key 30 is available, but its variant 2 is deleted.',
  ],
  [
    'a removed key that waits for a variant that is there',
    `update license_key set state = 'removed', removed_at = created_at, removed_with_variant = 1 where id = 20; update variant set stock = stock - 1 where id = 1`,
    'Key 20 is removed, but waits for the restore of its variant 1, which is not deleted.',
  ],
  [
    'a deleted coupon whose code is not free',
    `update coupon set deleted_at = '2030-01-01T00:00:00.000Z' where id = 1`,
    "Coupon 1 has the code TEN, but is looked up as 'ten'.",
  ],
  [
    'a removed key that an order holds',
    `update license_key set state = 'removed', removed_at = created_at where id = 4`,
    'Key 4 is removed, but its order 2 is pending.',
  ],
  [
    'a removed key without a date',
    `update license_key set state = 'removed' where id = 20; update variant set stock = stock - 1 where id = 1`,
    'Key 20 is removed, but has no date of its removal.',
  ],
  ['a sold key without an order', `update license_key set order_item_id = null where id = 1`, 'Key 1 is sold, but no order holds it.'],
  [
    'a revoked key of a completed order',
    `update license_key set state = 'revoked' where id = 1`,
    'Key 1 is revoked, but its order 1 is completed.',
  ],
  [
    'a key of a cancelled order',
    `update license_key set state = 'reserved', order_item_id = 3 where id = 20`,
    'Key 20 is reserved, but its order 3 is cancelled.',
  ],
  [
    'a key of another variant',
    `update license_key set order_item_id = 1, state = 'sold' where id = 40`,
    'Key 40 belongs to variant 2, but order 1 holds it for variant 1.',
  ],
  [
    'a key too many',
    `update license_key set order_item_id = 1, state = 'sold' where id = 20`,
    'Line 1 of order 1 is for 3 keys, but holds 4.',
  ],
  [
    'a line that was paid otherwise',
    `update order_item set paid_cents = paid_cents - 1 where id = 1`,
    'Order 1 says $30.00, of which $25.65 paid, but its lines add up to $30.00, of which $25.64 paid.',
  ],
  [
    'a line with another price',
    `update order_item set unit_price_cents = 999 where id = 1`,
    'Order 1 says $30.00, of which $25.65 paid, but its lines add up to $29.97, of which $25.65 paid.',
  ],
  [
    'an order without lines',
    `delete from order_item where id = 3`,
    'Order 3 says $10.00, of which $8.55 paid, but its lines add up to $0.00, of which $0.00 paid.',
  ],
  ["a coupon's uses", `update coupon set current_usage = 7`, 'Coupon 1 says that it was used 7 times, but 3 orders used it.'],
  [
    'a referral behind its order',
    `update referral set status = 'pending' where id = 1`,
    'Referral 1 is pending, but its order 1 is completed.',
  ],
  [
    'a referral of a refunded order',
    `update referral set status = 'completed' where id = 4`,
    'Referral 4 is completed, but its order 4 is refunded.',
  ],
  ['a referral that was lost', `delete from referral where id = 2`, 'Order 2 was made with a referral code, but has no referral.'],
  ['how many were referred', `update app_user set total_referrals = 9 where id = 2`, 'Referral user 2 counts 9 referrals in place of 4.'],
  [
    'how many completed',
    `update app_user set completed_referrals = 0 where id = 2`,
    'Referral user 2 counts 0 completed ones in place of 1.',
  ],
  [
    'a commission',
    `update app_user set commission_cents = 0 where id = 2`,
    'Referral user 2 counts commissions of $0.00 in place of $2.57.',
  ],
  [
    'what was paid out',
    `update app_user set paid_out_cents = 0 where id = 2`,
    'Referral user 2 counts payouts of $0.00 in place of $3.00.',
  ],
  [
    'a payout that failed and still counts',
    `update payout set status = 'failed'`,
    'Referral user 2 counts payouts of $3.00 in place of $0.00.',
  ],
  [
    'a balance that was overdrawn',
    `update payout set amount_cents = 9999; update app_user set paid_out_cents = 9999 where id = 2`,
    'Referral user 2 was paid $99.99, but never earned more than $3.14.',
  ],
  [
    "a variant's quantity",
    `update variant_sales set quantity = 5 where variant_id = 1`,
    'Variant 1 of product 1 counts 5 sold for $35.65, but its completed orders say 4 for $35.65.',
  ],
  [
    "a variant's revenue",
    `update variant_sales set revenue_cents = 1 where variant_id = 1`,
    'Variant 1 of product 1 counts 4 sold for $0.01, but its completed orders say 4 for $35.65.',
  ],
  [
    'a variant that was forgotten',
    `delete from variant_sales where variant_id = 2`,
    'Variant 2 of product 2 counts 0 sold for $0.00, but its completed orders say 1 for $3.33.',
  ],
  [
    "a variant's day",
    `update variant_day set quantity = 9 where variant_id = 1`,
    'Variant 1 counts 9 sold on 2030-01-01, but its completed orders say 4.',
  ],
  [
    "a variant's day that was forgotten",
    `delete from variant_day where variant_id = 2`,
    'Variant 2 counts 0 sold on 2030-01-01, but its completed orders say 1.',
  ],
  [
    "a product's units of a day",
    `update product_day_sales set quantity = 5 where product_id = 1`,
    `Product 1 counts 5 sold for $35.65 on 2030-01-01, but its completed orders say 4 for $35.65.`,
  ],
  [
    "a product's revenue of a day",
    `update product_day_sales set revenue_cents = 1 where product_id = 1`,
    `Product 1 counts 4 sold for $0.01 on 2030-01-01, but its completed orders say 4 for $35.65.`,
  ],
  [
    "a product's day that was forgotten",
    `delete from product_day_sales where product_id = 2`,
    `Product 2 counts 0 sold for $0.00 on 2030-01-01, but its completed orders say 1 for $3.33.`,
  ],
  [
    'what the keys of a day cost',
    `update product_day_sales set cost_cents = 5 where product_id = 1`,
    `Product 1 counts $0.05 for the keys sold on 2030-01-01, and 4 without a cost, but their imports say $0.00, and 4 without one.`,
  ],
  [
    "a quarter hour's orders",
    `update quarter_hour_sales set orders = 5`,
    `The quarter hour from ${day} counts 5 orders for $38.98, but 2 completed for $38.98.`,
  ],
  [
    'the sales of an API key',
    `update api_key_sales set revenue_cents = 5`,
    'API key 1 counts sales of $0.05, but its completed orders say $38.98.',
  ],
  [
    "a quarter hour's revenue",
    `update quarter_hour_sales set revenue_cents = 5`,
    `The quarter hour from ${day} counts 2 orders for $0.05, but 2 completed for $38.98.`,
  ],
  [
    'a quarter hour without sales',
    `insert into quarter_hour_sales (starts_at, orders, revenue_cents) values ('2029-01-01T10:45:00.000Z', 1, 100)`,
    'The quarter hour from 2029-01-01T10:45:00.000Z counts 1 orders for $1.00, but 0 completed for $0.00.',
  ],
  [
    'an order counted in the wrong quarter hour',
    `update orders set completed_at = '2030-01-01T12:59:59.999Z' where id = 5`,
    'The quarter hour from 2030-01-01T12:45:00.000Z counts 0 orders for $0.00, but 1 completed for $13.33.',
  ],
  [
    'a line that no longer counts',
    `update order_item set sold_at = null where id = 1`,
    `Line 1 counts as not sold, but its order 1 is completed, completed at ${day}.`,
  ],
  [
    'a line that counts though its order is pending',
    `update order_item set sold_at = '${day}' where id = 2`,
    `Line 2 counts as sold at ${day}, but its order 2 is pending.`,
  ],
]

/** Mistakes in that shop with a key import. */
export const importMistakes: typeof mistakes = [
  [
    'a replaced key that its customer still has',
    `update license_key set state = 'sold' where id = 41`,
    'Key 41 was replaced by key 42, but is sold.',
  ],
  [
    'a replacement that its customer never got',
    `update license_key set state = 'available', order_item_id = null where id = 42; update variant set stock = stock + 1 where id = 3`,
    'Key 41 was replaced by key 42, but that is not on the same line of an order.',
  ],
  ['a replacement that was forgotten', `delete from key_replacement`, 'Line 8 of order 7 is for 1 keys, but holds 2.'],
  ['a key that was revoked for nothing', `delete from key_replacement`, 'Key 41 is revoked, but its order 7 is completed.'],
  [
    'a key import of another variant',
    `update key_import set variant_id = 1`,
    'Key 41 belongs to variant 3, but its import 1 is of variant 1.',
  ],
  [
    'a key import whose cost was not counted',
    `update key_import set cost_cents = 600`,
    'Product 3 counts $0.00 for the keys sold on 2030-01-01, and 2 without a cost, but their imports say $4.00, and 0 without one.',
  ],
  ['a key import that grew', `update key_import set added = 2`, 'Import 1 brought 2 keys, but has 3.'],
]

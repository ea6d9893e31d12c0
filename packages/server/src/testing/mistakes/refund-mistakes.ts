import type { mistakes } from './mistakes.ts'

/** Like `mistakes`, in the shop of doctor.test.ts with a key import. One of the three units of its eighth order was refunded. */
export const refundMistakes: typeof mistakes = [
  [
    'a line with other refunds',
    `update order_item set refunded_quantity = 2 where id = 9`,
    'Line 9 of order 8 says that 2 were refunded for $8.55, but its refunds say 1, and its share is $17.10.',
  ],
  [
    'a line with another share',
    `update order_item set refunded_cents = 800 where id = 9`,
    'Line 9 of order 8 says that 1 were refunded for $8.00, but its refunds say 1, and its share is $8.55.',
  ],
  [
    'what was refunded of an order',
    `update orders set refunded_cents = 900 where id = 8`,
    'Order 8 says that $9.00 was refunded, but its lines say $8.55 and its refunds $8.55.',
  ],
  [
    'a refund of another amount',
    `update refund set total_cents = 1 where id = 2`,
    'Order 8 says that $8.55 was refunded, but its lines say $8.55 and its refunds $0.01.',
  ],
  [
    'an order that is refunded too early',
    `update orders set status = 'refunded', refunded_cents = total_cents where id = 8`,
    'Order 8 is refunded, but 2 of its units are not refunded.',
  ],
  [
    'a key that a refund forgot',
    `update license_key set refund_id = null where refund_id = 2`,
    'Refund 2 takes back 1 of line 9, but revoked 0 keys of it.',
  ],
  [
    'a key that a refund took and its customer still has',
    `update license_key set state = 'sold' where refund_id = 2`,
    'Refund 2 takes back 1 of line 9, but revoked 0 keys of it.',
  ],
  [
    'the commission of a part',
    `update referral set commission_cents = 200 where id = 5`,
    'Referral 5 earns $2.00, but what is left of its order 8 brings $1.71.',
  ],
  [
    'the commission of what is refunded',
    `update referral set commission_cents = 200 where id = 4`,
    'Referral 4 earns $2.00, but what is left of its order 4 brings $0.00.',
  ],
]

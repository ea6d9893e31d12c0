import { component, docs, innerObject } from '../describe.ts'
import { customer, customerNote, customerNoteInput, customers } from './customers.ts'
import { orderStatuses } from '../choices.ts'

export const customersDocs = docs(customers, {
  about: 'Customers by their email, and what members noted about them.',
  calls: {
    find: 'By exactly one of the three parameters.',
    removeNote: 'Only its author, owners and managers may.',
  },
  query: {
    email: 'Upper and lower case do not matter.',
    order_id: 'An order of the customer.',
    user_id: 'The customer as a referral user.',
  },
  refuses: { find: ['not_found'], addNote: ['not_found'] },
  components: {
    Customer: component(customer, 'Whose email this is, over all of their orders.', {
      first_order_at: 'When their first order was created.',
      last_order_at: 'When their newest order was created.',
      coupons: 'Coupons of orders that were not cancelled and did not expire, most used first.',
      referral_user_id: 'The referral user with this email, or null.',
      referral_code: 'The code of the referral user with this email, or null.',
      notes: 'Newest first.',
      recent_orders: 'The newest 8.',
      keys: 'The newest 20 keys that their orders hold.',
    }),
    CustomerOrders: component(customer.shape.orders, 'Their orders, counted and summed up.', {
      count: 'All of their orders.',
      total: 'What was paid for completed orders, less what was refunded, in US dollars.',
      refunded: 'What was refunded of completed orders, in US dollars.',
    }),
    CustomerCoupon: component(innerObject(customer.shape.coupons), 'A coupon that they used.', {
      uses: 'How many of their orders used it.',
    }),
    CustomerNote: component(customerNote, 'What a member noted about them.', {
      author: 'The name of the person who wrote it.',
      can_delete: 'Whether the caller may delete it: the author, owners and managers.',
    }),
    CustomerOrder: component(
      innerObject(customer.shape.recent_orders),
      'One of their newest orders.',
      { total: 'US dollars.', refunded_total: 'What was refunded so far, in US dollars. The status is `refunded` once everything is.' },
      { status: orderStatuses },
    ),
    CustomerKey: component(
      innerObject(customer.shape.keys),
      'One of their keys, masked.',
      { value: 'Masked.' },
      { state: ['reserved', 'sold', 'revoked'] },
    ),
    CustomerNoteInput: component(customerNoteInput, 'A note to keep.', {
      order_id:
        'An order of the customer. If its email was corrected, and no order or referral user has `email` any more, the note is about the corrected one.',
    }),
  },
})

import { component, docs, innerObject } from '../describe.ts'
import { categories, detectionStatuses, updateStatuses } from '../products/product-options.ts'
import { salesPausedText } from '../products/products.docs.ts'
import {
  cart,
  payoutInput,
  orderInput,
  quote,
  quoteInput,
  store,
  storeOrder,
  storePayout,
  storeProduct,
  storeRefund,
  storeUser,
  storeUserInput,
} from './store.ts'
import { orderStatuses, payoutStatuses } from '../choices.ts'

const cartRefusals =
  '404: a variant is not for sale; `fields` says in which lines. 409: `out_of_stock`, `sales_paused`, `coupon_used_up`, `coupon_used_up_by_customer`. 422: `over_max_per_order`, `coupon_not_found`, `coupon_inactive`, `coupon_not_started`, `coupon_expired`, `coupon_not_applicable`, `referral_code_unknown`, `own_referral_code`.'

export const storeDocs = docs(store, {
  about: "The store API, for a storefront's server.",
  calls: {
    quote: cartRefusals,
    purchase:
      'The keys are reserved for 30 minutes unless the operator chose otherwise. A total of 0 completes at once. ' +
      cartRefusals +
      ' Also 409: `too_many_pending`, and `price_changed` with the new quote in `data`.',
    complete:
      'A repeat answers the same. 409: `invalid_transition` for an order that was cancelled, expired or refunded; `payment_mismatch` where another reference is stored; `payment_reference_used` where another order has this one.',
    cancel: '409: `invalid_transition` for an order that is not pending.',
    refund:
      'If `items` is left out, everything that is left is refunded. 409: `invalid_transition` for an order that is not completed; `conflict` if `left` of an item is another number now. 422: `not_refundable` with the field, for an item that is unknown or named twice, for more than is left of it, and for `key_ids` that are not one key of the customer for each unit.',
    createUser: '409: `conflict` for a name that another user has, and for the email of a member who never was a storefront user.',
    createPayout: '409: `insufficient_balance`. 422: `referrals_disabled`.',
  },
  components: {
    StoreProduct: component(
      storeProduct,
      'A listed product.',
      {
        sales_paused: salesPausedText,
        thumbnail: 'The address of the chosen image, or empty.',
      },
      {
        category: categories,
        update_status: updateStatuses,
        detection_status: detectionStatuses,
      },
    ),
    StoreVariant: component(innerObject(storeProduct.shape.variants), 'A variant that can be bought.', {
      price: 'US dollars.',
      stock: 'How many can be bought at this moment.',
    }),
    CartLine: component(innerObject(cart.shape.items), 'So many keys of a variant.'),
    QuoteInput: component(quoteInput, 'A cart to price.'),
    Quote: component(quote, 'What a cart costs.', {
      subtotal: 'Before discounts, in US dollars.',
      discount: 'Coupon and referral discount together, in US dollars.',
      total: 'US dollars.',
    }),
    PurchaseInput: component(orderInput, 'A cart to buy.', {
      customer_email: 'Only ASCII characters; a domain with others in its `xn--` form.',
      expected_total:
        'The total that the customer saw, in US dollars, rounded to the nearest cent: if it is another by now, nothing is bought. Not checked if null or left out.',
      mail: 'False if the storefront mails the keys itself. True if null or left out.',
    }),
    PurchaseCompletion: component(store.complete.body, 'How the payment is known to whoever took it.', {
      payment_reference: 'How the payment is known to whoever took it.',
    }),
    StoreOrder: component(
      storeOrder,
      'An order as the storefront sees it.',
      {
        items: 'One for each variant: lines of the cart with the same variant are one item.',
        subtotal: 'Before discounts, in US dollars.',
        discount: 'Coupon and referral discount together, in US dollars.',
        total: 'US dollars.',
        payment_reference: 'How the payment is known to whoever took it.',
        reserved_until: 'While the order is pending: when its reservation ends.',
        completed_at: 'When it was paid for; null until then.',
        refunded_total: 'What was refunded so far, in US dollars. The status is `refunded` once everything is.',
        refunds: 'Oldest first.',
        page_url:
          'The address of the customer’s page; null until the order is completed, and where such pages are off. Whoever has it can see the keys.',
      },
      { status: orderStatuses },
    ),
    StoreOrderItem: component(innerObject(storeOrder.shape.items), 'A line of an order, with its keys once it is completed.', {
      unit_price: 'US dollars.',
      total: 'US dollars.',
      refunded_quantity: 'How many units of it were refunded.',
      keys: 'Once the order is completed; without those of refunded units.',
      key_ids: 'The ids of `keys`, in the same order: a refund names the keys to revoke by them.',
    }),
    StoreRefund: component(storeRefund, 'A refund of an order or of a part of it.', {
      reason: 'Why it was refunded.',
      total: 'US dollars.',
    }),
    StoreRefundItem: component(innerObject(storeRefund.shape.items), 'What a refund took of one item.', {
      id: 'The id of the item of the order.',
      total: 'US dollars.',
    }),
    StoreUserInput: component(storeUserInput, 'Somebody who will refer buyers.', {
      email: 'Only ASCII characters; a domain with others in its `xn--` form.',
    }),
    StoreUser: component(storeUser, 'A referral user with the open balance.', {
      referral_enabled: 'Whether the code works.',
      balance: 'What can be paid out, in US dollars. Below 0 if an order was refunded after its commission had been paid out.',
    }),
    PayoutInput: component(payoutInput, 'How much, and where to.', { amount: 'US dollars.' }),
    StorePayout: component(
      storePayout,
      'A payout that was asked for.',
      {
        amount: 'US dollars.',
        status:
          '`pending` in this answer. A member decides later: `completed` is paid, `failed` makes the amount available again. No call of the store API tells the decision.',
      },
      { status: payoutStatuses },
    ),
  },
})

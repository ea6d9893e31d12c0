import { component, docs, innerObject } from '../describe.ts'
import {
  completeInput,
  order,
  orderDetails,
  orderItem,
  orderKey,
  orderRefund,
  orders,
  ordersExport,
  pageLink,
  refundInput,
  refundedUnits,
  replaceKeyInput,
  replaceReasons,
  replacedKey,
  timelineEntry,
} from './orders.ts'
import { referralStatuses } from './referrals.ts'
import { orderStatuses } from '../choices.ts'

const orderFields = {
  total: 'US dollars.',
  subtotal: 'Before discounts, in US dollars.',
  discount: 'Coupon and referral discount together, in US dollars.',
  refunded_total: 'What was refunded so far, in US dollars. The status is `refunded` once everything is.',
  completion_reason: 'Why a member completed the order by hand; null for any other order.',
  is_imported: 'True if it was imported from another shop; left out otherwise.',
  external_number: 'The number of an imported order in the other shop; null if the file had none. Left out for any other order.',
}

export const ordersDocs = docs(
  { ...orders, export: ordersExport },
  {
    about: 'Orders as the back office sees them.',
    calls: {
      revealKeys:
        'The same order again is free for an hour. 409: `invalid_transition` for a pending order, whose keys are not sold yet. 429: `key_limit_reached`.',
      copyPageLink:
        'It counts as revealing the keys of the order. 409: `invalid_transition` for an order that was never completed, `conflict` if no address is known or such pages are off. 429: `key_limit_reached`.',
      renewPageLink:
        'It counts as revealing the keys of the order. 409: `invalid_transition`, `conflict` where such pages are off. 429: `key_limit_reached`.',
      refund: 'As `POST /store/purchases/{id}/refund`.',
      replaceKey:
        'The oldest available key of the variant takes its place. 409: `out_of_stock`, `already_replaced`, `invalid_transition` for an order that is not completed or a key that was refunded. 429: `key_limit_reached`.',
      export:
        'The columns and filters are those of the list, without its pages. With `rows=lines` each line of an order has a row, with its discount, refund and cost.',
    },
    query: {
      status: 'Only those in this state.',
      coupon_id: 'Only orders that belong to this coupon.',
      api_key_id: 'Only orders that a storefront made with this API key.',
      rows: 'What a row is: an order, or one of its `lines`.',
    },
    refuses: {
      ...{ revealKeys: ['too_many_requests'], replaceKey: ['too_many_requests'] },
      ...{ copyPageLink: ['too_many_requests'], renewPageLink: ['too_many_requests'] },
    },
    components: {
      Order: component(
        order,
        'An order as lists show it. Names and prices are those of the sale.',
        {
          ...orderFields,
        },
        { status: orderStatuses },
      ),
      OrderItem: component(orderItem, 'A line of an order.', {
        unit_price: 'US dollars.',
        paid: 'What was paid for the line after its share of the discounts, in US dollars.',
        refunded_quantity: 'How many units of it were refunded.',
      }),
      OrderVariant: component(orderItem.shape.variant, 'What was sold, as it was called then.'),
      OrderProduct: component(innerObject(orderItem.shape.variant.shape.product), 'The product, as it was called then.'),
      OrderDetails: component(
        orderDetails,
        'An order with its keys, referral and timeline.',
        {
          ...orderFields,
          coupon_discount: 'US dollars.',
          referral_discount: 'US dollars.',
          payment_reference: 'How the payment is known to whoever took it.',
          reserved_until: 'While the order is pending: when its reservation ends.',
          completed_at: 'When it was paid for; null until then.',
          keys: 'All keys of the order but replaced ones: `revoked` if their unit was refunded, `reserved` while the order is pending.',
          replaced_keys: 'The keys that the customer had before, oldest replacement first.',
          refunds: 'Oldest first.',
          referral: 'Null if nobody referred the buyer.',
          timeline: 'Oldest first.',
          mails: 'What was mailed to the customer, newest first.',
          is_mail_on: 'Whether the server has a mail server.',
          is_page_on: 'Whether customers have a page for each completed order.',
          page_url:
            'The address of the customer’s page, for owners alone; null until the order is completed, and where such pages are off.',
        },
        { status: orderStatuses },
      ),
      OrderReferral: component(
        innerObject(orderDetails.shape.referral),
        'Who referred the buyer.',
        { referrer: 'The username.', commission_amount: 'US dollars.' },
        { status: referralStatuses },
      ),
      CompleteInput: component(completeInput, 'Why an order is completed by hand.', {
        reason: 'Why it is completed by hand.',
        payment_reference: 'How the payment is known to whoever took it.',
      }),
      RefundInput: component(refundInput, 'What is refunded of an order, and why.', { reason: 'Why it is refunded.' }),
      RefundedUnits: component(refundedUnits, 'How many units of an item of the order.', {
        id: 'The id of the item.',
        left: 'How many units the caller saw as left to refund. If it is another number now, nothing is refunded.',
        key_ids:
          'The ids of the keys to revoke, one for each unit, as `keys` of the order has them in the back office, and `key_ids` of its items in the store API. Otherwise the keys that the customer got last.',
      }),
      OrderRefund: component(orderRefund, 'A refund of an order or of a part of it.', {
        reason: 'Why it was refunded.',
        total: 'US dollars.',
      }),
      OrderRefundItem: component(innerObject(orderRefund.shape.items), 'What a refund took of one item.', {
        id: 'The id of the item of the order.',
        total: 'US dollars.',
      }),
      OrderKey: component(
        orderKey,
        'A key that an order holds or held.',
        { value: 'Masked until the keys are revealed.', opened_at: 'When the customer first opened it on the page of the order.' },
        { state: ['reserved', 'sold', 'revoked'] },
      ),
      KeyReplacement: component(replaceKeyInput, 'Why the customer gets another key.', {
        reason: 'Why the customer gets another key.',
        note: 'For members; no customer sees it.',
      }),
      ReplacedKey: component(
        replacedKey,
        'A key that the customer had before.',
        {
          value: 'Masked.',
          reason: 'Why the customer got another key.',
          note: 'For members; no customer sees it.',
          replaced_at: 'When the customer got another key.',
          replaced_by: 'The name of the person who replaced it.',
          replacement_id: 'The id of the key that replaced it, which may itself be replaced since.',
          opened_at: 'When the customer first opened it on the page of the order.',
        },
        { reason: replaceReasons },
      ),
      PageLink: component(pageLink, 'The address of an order’s page.', { page_url: 'Whoever has it can see the keys.' }),
      TimelineEntry: component(timelineEntry, 'Something that happened to an order.', {
        actor: 'The name of the person or API key.',
        action: 'Such as `order.completed`.',
        changes: 'Values that belong to it.',
      }),
    },
  },
)

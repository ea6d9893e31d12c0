/** Made from the OpenAPI document by generate-types.ts. Do not edit. */
export type paths = Record<string, never>
export type webhooks = Record<string, never>
export interface components {
  schemas: {
    CartLine: {
      variant_id: number
      quantity: number
    }
    MediaItem: {
      id: number
      /** @enum {string} */
      type: 'image' | 'video'
      /** @description The address of an image; for a video `ID` or `ID/HASH` at the hosting service. */
      url: string
      /** @description The same image at card size; empty for a video. */
      card_url: string
      /** @description Its place among the media of the product, lowest first. */
      display_order: number
    }
    PayoutInput: {
      /** @description US dollars. */
      amount: number
      wallet_type: string
      wallet_address: string
    }
    PurchaseCompletion: {
      /** @description How the payment is known to whoever took it. */
      payment_reference?: string | null
    }
    PurchaseInput: {
      items: components['schemas']['CartLine'][]
      coupon_code?: string | null
      referral_code?: string | null
      /** @description Only ASCII characters; a domain with others in its `xn--` form. */
      customer_email: string
      /** @description The total that the customer saw, in US dollars, rounded to the nearest cent: if it is another by now, nothing is bought. Not checked if null or left out. */
      expected_total?: number | null
      /** @description False if the storefront mails the keys itself. True if null or left out. */
      mail?: boolean | null
    }
    Quote: {
      /** @description Before discounts, in US dollars. */
      subtotal: number
      /** @description Coupon and referral discount together, in US dollars. */
      discount: number
      /** @description US dollars. */
      total: number
      coupon_code: string | null
      referral_code: string | null
    }
    QuoteInput: {
      items: components['schemas']['CartLine'][]
      coupon_code?: string | null
      referral_code?: string | null
      customer_email?: string
    }
    RefundInput: {
      /** @description Why it is refunded. */
      reason?: string | null
      items?: components['schemas']['RefundedUnits'][]
    }
    RefundedUnits: {
      /** @description The id of the item. */
      id: number
      quantity: number
      /** @description How many units the caller saw as left to refund. If it is another number now, nothing is refunded. */
      left?: number
      /** @description The ids of the keys to revoke, one for each unit, as `keys` of the order has them in the back office, and `key_ids` of its items in the store API. Otherwise the keys that the customer got last. */
      key_ids?: number[]
    }
    StoreOrder: {
      id: number
      customer_email: string
      /** @enum {string} */
      status: 'pending' | 'completed' | 'cancelled' | 'expired' | 'refunded'
      /** @description One for each variant: lines of the cart with the same variant are one item. */
      items: components['schemas']['StoreOrderItem'][]
      /** @description Before discounts, in US dollars. */
      subtotal: number
      /** @description Coupon and referral discount together, in US dollars. */
      discount: number
      /** @description US dollars. */
      total: number
      coupon_code: string | null
      referral_code: string | null
      /** @description How the payment is known to whoever took it. */
      payment_reference: string | null
      /** Format: date-time */
      created_at: string | null
      /**
       * Format: date-time
       * @description While the order is pending: when its reservation ends.
       */
      reserved_until: string | null
      /**
       * Format: date-time
       * @description When it was paid for; null until then.
       */
      completed_at: string | null
      /** @description What was refunded so far, in US dollars. The status is `refunded` once everything is. */
      refunded_total: number
      /** @description Oldest first. */
      refunds: components['schemas']['StoreRefund'][]
      /** @description The address of the customer’s page; null until the order is completed, and where such pages are off. Whoever has it can see the keys. */
      page_url: string | null
    }
    StoreOrderItem: {
      id: number
      variant_id: number
      product_id: number
      product_name: string
      variant_name: string
      /** @description US dollars. */
      unit_price: number
      quantity: number
      /** @description US dollars. */
      total: number
      /** @description How many units of it were refunded. */
      refunded_quantity: number
      /** @description Once the order is completed; without those of refunded units. */
      keys?: string[]
      /** @description The ids of `keys`, in the same order: a refund names the keys to revoke by them. */
      key_ids?: number[]
    }
    StorePayout: {
      id: number
      user_id: number
      /** @description US dollars. */
      amount: number
      wallet_type: string
      wallet_address: string
      /**
       * @description `pending` in this answer. A member decides later: `completed` is paid, `failed` makes the amount available again. No call of the store API tells the decision.
       * @enum {string}
       */
      status: 'pending' | 'completed' | 'failed'
      /** Format: date-time */
      created_at: string | null
    }
    StoreProduct: {
      id: number
      name: string
      description: string
      /** @enum {string} */
      category: 'cheats' | 'spoofers' | 'firmware' | 'hardware'
      game_name: string
      /** @enum {string} */
      update_status: 'Updated' | 'Updating'
      /** @enum {string} */
      detection_status: 'Undetected' | 'Detected' | 'Unknown'
      featured: boolean
      /** @description While it is true, quotes and purchases are refused; a pending order can still be completed. */
      sales_paused: boolean
      /** @description The address of the chosen image, or empty. */
      thumbnail: string
      media_items: components['schemas']['MediaItem'][]
      variants: components['schemas']['StoreVariant'][]
    }
    StoreRefund: {
      id: number
      /** Format: date-time */
      at: string | null
      /** @description Why it was refunded. */
      reason: string | null
      /** @description US dollars. */
      total: number
      items: components['schemas']['StoreRefundItem'][]
    }
    StoreRefundItem: {
      /** @description The id of the item of the order. */
      id: number
      quantity: number
      /** @description US dollars. */
      total: number
    }
    StoreUser: {
      id: number
      username: string
      email: string
      referral_code: string | null
      /** @description Whether the code works. */
      referral_enabled: boolean
      /** @description What can be paid out, in US dollars. Below 0 if an order was refunded after its commission had been paid out. */
      balance: number
    }
    StoreUserInput: {
      username: string
      /** @description Only ASCII characters; a domain with others in its `xn--` form. */
      email: string
    }
    StoreVariant: {
      id: number
      name: string
      /** @description US dollars. */
      price: number
      /** @description How many can be bought at this moment. */
      stock: number
    }
  }
  responses: never
  parameters: never
  requestBodies: never
  headers: never
  pathItems: never
}
export type CartLine = components['schemas']['CartLine']
export type MediaItem = components['schemas']['MediaItem']
export type PayoutInput = components['schemas']['PayoutInput']
export type PurchaseCompletion = components['schemas']['PurchaseCompletion']
export type PurchaseInput = components['schemas']['PurchaseInput']
export type Quote = components['schemas']['Quote']
export type QuoteInput = components['schemas']['QuoteInput']
export type RefundInput = components['schemas']['RefundInput']
export type RefundedUnits = components['schemas']['RefundedUnits']
export type StoreOrder = components['schemas']['StoreOrder']
export type StoreOrderItem = components['schemas']['StoreOrderItem']
export type StorePayout = components['schemas']['StorePayout']
export type StoreProduct = components['schemas']['StoreProduct']
export type StoreRefund = components['schemas']['StoreRefund']
export type StoreRefundItem = components['schemas']['StoreRefundItem']
export type StoreUser = components['schemas']['StoreUser']
export type StoreUserInput = components['schemas']['StoreUserInput']
export type StoreVariant = components['schemas']['StoreVariant']
export type $defs = Record<string, never>
export type operations = Record<string, never>

import { randomUUID } from 'node:crypto'
import type {
  PayoutInput,
  PurchaseCompletion,
  PurchaseInput,
  Quote,
  QuoteInput,
  RefundInput,
  StoreOrder,
  StorePayout,
  StoreProduct,
  StoreUser,
  StoreUserInput,
} from './api-types.ts'
import { request } from './request.ts'

export interface StoreClientOptions {
  /** The address of Keydesk, such as `https://desk.example.com`. */
  readonly url: string
  /** `kd_…`. It can sell your stock: keep it on your server. */
  readonly apiKey: string
  /** How many attempts a call gets while the server is busy or unreachable; 5 by default. */
  readonly attempts?: number
  /** Milliseconds for one attempt; 15,000 by default. */
  readonly timeoutMs?: number
}

export interface Once {
  /**
   * A name for this call: a call with the same name is done only once, even after a restart of your server. Use a new one for each attempt
   * of the customer to buy, also after a refusal and for a changed cart: for 24 hours a name gets its first answer again, also a refusal.
   * By default each call gets a random name, which protects its attempts. 1 to 255 visible ASCII characters, without blanks.
   */
  readonly idempotencyKey?: string
}

/** The calls of the store API. Each rejects with a StoreError. */
export interface StoreClient {
  /** Listed products with variants, prices and stock. */
  readonly products: () => Promise<StoreProduct[]>
  /** What a cart costs. Nothing is stored. */
  readonly quote: (cart: QuoteInput) => Promise<Quote>
  /** Makes an order and reserves its keys. With `expected_total` only at that price. */
  readonly purchase: (cart: PurchaseInput, once?: Once) => Promise<StoreOrder>
  /** The payment was accepted: the answer has the keys. */
  readonly complete: (orderId: number, payment?: PurchaseCompletion, once?: Once) => Promise<StoreOrder>
  /** Gives up a pending order. */
  readonly cancel: (orderId: number, once?: Once) => Promise<StoreOrder>
  /** Refunds some items of a completed order, or by default all that is left. */
  readonly refund: (orderId: number, what?: RefundInput, once?: Once) => Promise<StoreOrder>
  readonly order: (orderId: number) => Promise<StoreOrder>
  /** A referral user with a code. The same email answers the same user. */
  readonly createUser: (user: StoreUserInput, once?: Once) => Promise<StoreUser>
  /** Asks for a payout of at most the open balance. */
  readonly requestPayout: (userId: number, payout: PayoutInput, once?: Once) => Promise<StorePayout>
}

/**
 * Calls the store API of one Keydesk with one API key.
 * @throws a TypeError if `url` is no address with http or https
 */
export function createStoreClient({ url, apiKey, attempts = 5, timeoutMs = 15_000 }: StoreClientOptions): StoreClient {
  if (!isAddress(url)) throw new TypeError(`url must be an address such as https://desk.example.com, not ${url}`)
  const options = { url: url.replace(/\/+$/, ''), apiKey, attempts, timeoutMs }
  const get = <T>(path: string) => request<T>(options, { method: 'GET', path: `/store${path}` })
  const post = <T>(path: string, body?: object, { idempotencyKey = randomUUID() }: Once = {}) =>
    request<T>(options, { method: 'POST', path: `/store${path}`, body, idempotencyKey })
  return {
    products: () => get('/products'),
    quote: (cart) => post('/quote', cart),
    purchase: (cart, once) => post('/purchases', cart, once),
    complete: (orderId, payment = {}, once) => post(`/purchases/${orderId}/complete`, payment, once),
    cancel: (orderId, once) => post(`/purchases/${orderId}/cancel`, undefined, once),
    refund: (orderId, what = {}, once) => post(`/purchases/${orderId}/refund`, what, once),
    order: (orderId) => get(`/purchases/${orderId}`),
    createUser: (user, once) => post('/users', user, once),
    requestPayout: (userId, payout, once) => post(`/users/${userId}/payouts`, payout, once),
  }
}

function isAddress(url: string): boolean {
  try {
    return ['http:', 'https:'].includes(new URL(url).protocol)
  } catch {
    return false
  }
}

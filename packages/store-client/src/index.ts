export { createStoreClient, type StoreClient, type StoreClientOptions } from './client.ts'
export { StoreError, type RefusalCode } from './store-error.ts'
export { verifyWebhook, WebhookError, type WebhookHeaders, type WebhookMessage } from './verify-webhook.ts'
export type {
  CartLine,
  PayoutInput,
  PurchaseCompletion,
  PurchaseInput,
  Quote,
  QuoteInput,
  RefundInput,
  StoreOrder,
  StoreOrderItem,
  StorePayout,
  StoreProduct,
  StoreRefund,
  StoreUser,
  StoreUserInput,
  StoreVariant,
} from './api-types.ts'

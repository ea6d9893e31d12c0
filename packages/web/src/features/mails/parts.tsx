import { lazyPart } from '../../kit/feedback/lazy-part.tsx'

/** What was mailed about an order, for its drawer. */
export const OrderMails = lazyPart(async () => (await import('./order-mails.tsx')).OrderMails)

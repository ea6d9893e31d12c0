import { component, docs, innerObject } from '../describe.ts'
import { runwayRow, stock } from './stock.ts'

export const stockDocs = docs(stock, {
  about: 'How long the stock lasts.',
  query: { within_days: 'Answers only variants that are sold out, low, or used up within so many days.' },
  components: {
    RunwayRow: component(runwayRow, 'How long the stock of a variant lasts.', {
      available: 'Keys that can be sold now.',
      per_day: 'Units a day over the last 28 days, the last 7 weighted double. Refunded ones do not count.',
      days_left: 'To 1 decimal, rounded down. Null or left out where nothing sells.',
      has_sold: 'Whether it ever sold a key that was not refunded.',
      is_low: 'Below 7 days, or at most the threshold of its own.',
    }),
    RunwayMeta: component(innerObject(stock.runway.response.shape.meta), 'The whole stock.', {
      has_stock: 'Whether any variant has a key.',
    }),
  },
})

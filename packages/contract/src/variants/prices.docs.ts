import { component, docs } from '../describe.ts'
import { changedPrice, prices, pricesInput, priceStep } from './prices.ts'

export const pricesDocs = docs(prices, {
  about: 'Changes of several prices in one action.',
  calls: {
    change:
      'One variant that is not there is a 404, and nothing is changed. 409: one of the prices is no longer as in `seen_prices`. `undo_token` is for `POST /admin/products/bulk/undo`, whose ids are then those of variants.',
  },
  query: { dry_run: 'Answers what the prices would become, and stores nothing.' },
  components: {
    PricesInput: component(pricesInput, 'Which variants, and how their prices change.', {
      variant_ids: 'The ids of the variants.',
      change: 'By how much.',
      round: 'The end of the changed prices: the nearest one is taken. Null or left out keeps their cents.',
      seen_prices: 'US dollars, in the order of `variant_ids`: the prices that the caller saw. If one differs now, nothing is changed.',
    }),
    PriceStep: component(priceStep, 'A percentage or an amount; negative lowers the prices, at least to 0.', {
      percent: 'Percent of the price.',
      amount: 'US dollars.',
    }),
    ChangedPrice: component(changedPrice, 'The price of a variant, in US dollars.', {
      before: 'Before the change.',
      after: 'After it.',
    }),
  },
})

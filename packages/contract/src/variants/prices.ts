import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { listUpTo, queryFlag, reference } from '../fields.ts'
import { limits } from '../limits.ts'
import { hundredths, price } from '../values/money.ts'
import { priceEnds, type PriceStep } from './price-rules.ts'
import { amount, id, text } from '../tolerant.ts'

export const priceStep = z
  .object({
    percent: z.optional(hundredths('Percent', -100, 1_000, '-100 to 1,000')),
    /** Dollars. */
    amount: z.optional(hundredths('Amount', -limits.maxPrice, limits.maxPrice, '-1,000,000 to 1,000,000')),
  })
  .check(
    z.refine(({ percent, amount: dollars }) => (percent === undefined) !== (dollars === undefined), 'Change by a percentage or an amount'),
  )

export const pricesInput = z
  .object({
    variant_ids: listUpTo('variant_ids', reference('Each of the variant_ids'), limits.bulkVariants).check(
      z.minLength(1, 'Choose at least one variant'),
    ),
    change: priceStep,
    /** The end of the changed prices; null or left out keeps their cents. */
    round: z.optional(z.nullable(z.enum(priceEnds, 'Round must be 0.99, 0.00 or null'))),
    /** Dollars, in the order of `variant_ids`: the prices that the caller saw. If one differs now, nothing is changed. */
    seen_prices: z.optional(listUpTo('seen_prices', price, limits.bulkVariants)),
  })
  .check(
    z.refine(({ variant_ids, seen_prices }) => seen_prices === undefined || seen_prices.length === variant_ids.length, {
      message: 'seen_prices must have one price for each of the variant_ids',
      path: ['seen_prices'],
    }),
  )
export type PricesInput = z.infer<typeof pricesInput>

/** The step as the rule takes it. */
export const stepOf = ({ percent, amount: dollars = 0 }: PricesInput['change']): PriceStep =>
  percent === undefined ? { amount: dollars } : { percent }

/** Dollars. */
export const changedPrice = z.object({ variant_id: id, before: amount, after: amount })
export type ChangedPrice = z.infer<typeof changedPrice>

export const prices = {
  change: endpoint({
    method: 'POST',
    path: '/admin/variants/prices',
    access: 'products:write',
    summary: 'Change the prices of several variants, all or none, or with `dry_run` look at what they would become',
    beyondSpec: true,
    query: z.object({ dry_run: queryFlag('dry_run', false) }),
    body: pricesInput,
    response: z.object({
      data: z.array(changedPrice),
      /** For `bulk.undo`, once, within `limits.undoSeconds`; left out by a dry run. */
      undo_token: z.optional(text),
    }),
  }),
}

import { type Product, type PricesInput, centsToDollars, changePrice, dollarsToCents, pricesInput, stepOf } from '@keydesk/contract'
import { readDecimal } from '../../../kit/controls/decimal-input.tsx'
import type { Problems } from '../../../kit/form/form-check.ts'

export interface PricesForm {
  direction: 'raise' | 'lower'
  by: 'percent' | 'amount'
  /** As typed. */
  value: string
  /** '' keeps the cents. */
  round: '' | '0.99' | '0.00'
}

export const emptyPricesForm: PricesForm = { direction: 'raise', by: 'percent', value: '', round: '' }

export interface PriceRow {
  readonly id: number
  readonly product: string
  readonly variant: string
  /** Dollars. */
  readonly before: number
}

export const rowsOf = (products: readonly Product[]): PriceRow[] =>
  products.flatMap((product) =>
    product.variants.map(({ id, name, price }) => ({ id, product: product.name, variant: name || 'Without a name', before: price })),
  )

export function formToBody({ direction, by, value, round }: PricesForm, rows: readonly PriceRow[]): PricesInput {
  const signed = readDecimal(value) * (direction === 'lower' ? -1 : 1)
  return {
    variant_ids: rows.map(({ id }) => id),
    change: by === 'percent' ? { percent: signed } : { amount: signed },
    round: round === '' ? null : round,
    seen_prices: rows.map(({ before }) => before),
  }
}

export function checkPricesForm(form: PricesForm, rows: readonly PriceRow[]): Problems {
  const result = pricesInput.safeParse(formToBody(form, rows))
  return result.success ? {} : { value: result.error.issues[0]!.message }
}

export interface ChangedRow extends PriceRow {
  readonly after: number
}

/** What each price becomes, by the rule that the server applies. Undefined while no valid change is typed. */
export function previewPrices(form: PricesForm, rows: readonly PriceRow[]): ChangedRow[] | undefined {
  if (form.value.trim() === '' || Object.keys(checkPricesForm(form, rows)).length > 0) return undefined
  const { change, round = null } = formToBody(form, rows)
  const step = stepOf(change)
  return rows.map((row) => ({ ...row, after: centsToDollars(changePrice(dollarsToCents(row.before), step, round)) }))
}

export const isChanged = ({ before, after }: ChangedRow): boolean => before !== after

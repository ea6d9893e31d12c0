import type { Product } from '@keydesk/contract'
import { compareTexts } from '../../kit/sort-rows.ts'
import { unnamed } from './coupon-format.ts'

interface Choice {
  readonly id: number
  readonly name: string
  /** False for one that the coupon still names and the store no longer has. */
  readonly isKnown: boolean
}

/**
 * Every product by its name, after those that are chosen but gone: they can only be taken off.
 * @param names of products that came with the coupon
 */
export function choicesOf(
  products: readonly Pick<Product, 'id' | 'name'>[],
  chosen: readonly number[],
  names: Readonly<Record<string, string>> = {},
): Choice[] {
  const known = new Set(products.map(({ id }) => id))
  const gone = chosen.filter((id) => !known.has(id)).map((id) => ({ id, name: names[id] ?? unnamed(id), isKnown: false }))
  const there = products.map(({ id, name }) => ({ id, name, isKnown: true }))
  return [...gone, ...there.toSorted((a, b) => compareTexts(a.name, b.name))]
}

export const searchChoices = (choices: readonly Choice[], typed: string): readonly Choice[] =>
  choices.filter(({ name }) => name.toLowerCase().includes(typed.trim().toLowerCase()))

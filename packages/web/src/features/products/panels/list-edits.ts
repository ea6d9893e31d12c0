import type { Keyed } from '../product-form.ts'

let added = 0

/** A key that no stored item has. */
export const newKey = (): string => `new-${(added += 1)}`

export const replaceAt = <Item extends Keyed>(items: readonly Item[], index: number, patch: NoInfer<Partial<Item>>): readonly Item[] =>
  items.map((item, at) => (at === index ? { ...item, ...patch } : item))

export const removeAt = <Item extends Keyed>(items: readonly Item[], index: number): readonly Item[] => items.toSpliced(index, 1)

/** Swaps an item with its neighbour: `by` is -1 or 1. */
export function moveBy<Item extends Keyed>(items: readonly Item[], index: number, by: -1 | 1): readonly Item[] {
  const [item, neighbour] = [items[index], items[index + by]]
  return item === undefined || neighbour === undefined ? items : items.with(index, neighbour).with(index + by, item)
}

/** A word of a thing's name. A search finds it by the beginning of the word. */
export interface SearchWordTable {
  kind: 'product' | 'variant' | 'coupon' | 'announcement'
  thing_id: number
  word: string
}

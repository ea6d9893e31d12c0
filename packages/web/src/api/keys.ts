/** Where each answer is cached. A leaf, so that one feature can refresh another without importing it. */
export const keys = {
  stats: ['stats'],
  products: ['products'],
  product: (id: number) => ['products', id],
  variants: ['variants'],
  variant: (id: number) => ['variants', id],
  games: ['games'],
} as const

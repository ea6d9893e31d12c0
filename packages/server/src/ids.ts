/** The ids of some rows. */
export const idsOf = (rows: readonly { readonly id: number }[]): number[] => rows.map(({ id }) => id)

/** The first 4 characters, of a short key less, then dots that do not tell its length. */
export const maskKey = (value: string): string => `${value.slice(0, Math.min(4, Math.floor(value.length / 2)))}••••••••`

/** An amount as typed. With more than two decimals it is none: who typed 1,250 for a thousand and more must not get 1.25. */
export const readDecimal = (text: string): number => (/\.\d{3}/.test(text) ? Number.NaN : Number.parseFloat(text))

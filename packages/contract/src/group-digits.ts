/**
 * Digits as 12,345. Not by `Intl`: the first use of that in a page takes a browser 20 to 50 ms, in which it loads what every language needs,
 * and each screen shows a figure at once.
 */
export const groupDigits = (digits: string): string => digits.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')

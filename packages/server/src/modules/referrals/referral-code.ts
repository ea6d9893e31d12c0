import { randomInt } from 'node:crypto'

/** Without characters that are easily confused: 0 O, 1 I L, 2 Z, 5 S, 8 B, U V. */
const alphabet = '34679ACDEFGHJKMNPQRTWXY'

/** A code of 8 characters, one of 78 billion: too many to guess. */
export const randomReferralCode = (): string => Array.from({ length: 8 }, () => alphabet.charAt(randomInt(alphabet.length))).join('')

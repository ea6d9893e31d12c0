import { randomInt } from 'node:crypto'

/** Without what is mistaken for something else when it is read aloud or copied by hand: 0 O, 1 I L, 2 Z, 5 S, 8 B, U V. */
const alphabet = '34679ACDEFGHJKMNPQRTWXY'

/** A code of 8 characters, one of 78 thousand million: nobody guesses somebody else's. */
export const randomReferralCode = (): string => Array.from({ length: 8 }, () => alphabet.charAt(randomInt(alphabet.length))).join('')

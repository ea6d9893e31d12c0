import { hash, randomInt } from 'node:crypto'

const codes = 10
const groups = 4
const groupLength = 4
/** Omits characters that look alike on paper: 0 and O, 1, I and L. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** Ten codes of 79 bits each, in groups: `7KQF-X2ME-…`. */
export const makeRecoveryCodes = (): string[] => Array.from({ length: codes }, makeCode)

/** Ignores case, hyphens and blanks. */
export const hashRecoveryCode = (typed: string): string => hash('sha256', typed.toUpperCase().replace(/[^A-Z0-9]/g, ''))

const makeCode = (): string => Array.from({ length: groups }, makeGroup).join('-')
const makeGroup = (): string => Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('')

import * as z from 'zod/mini'
import { passwordText } from './auth.ts'
import { limits } from '../limits.ts'

const tooShort = `The password must have at least ${limits.minPasswordLength} characters`
export const newPassword = (what: string) =>
  passwordText(what).check(
    z.minLength(limits.minPasswordLength, tooShort),
    z.maxLength(limits.maxPasswordLength, `The password must have at most ${limits.maxPasswordLength} characters`),
  )

import { z } from 'zod'

/**
 * Readers for answers. The web app also works against hosts that know only the specification's call table, so
 * what such a host may leave out, or send as null, reads as its empty value. Our own server never relies on it:
 * its handlers are typed by what these readers give.
 */
export const text = z.string().catch('')
export const flag = z.boolean().catch(false)
export const count = z.int().catch(0)
export const moment = z.string().nullable().catch(null)
export const listOf = <S extends z.ZodType>(item: S) => z.array(item).catch([])

/** Ids are positive integers (design section 2). */
export const id = z.int().positive()

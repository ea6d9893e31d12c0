import { z } from 'zod'
import { isTimeZone } from './time-zones.ts'
import { count } from './tolerant.ts'

/** Whose days are meant, by its IANA name. */
export const timeZone = z.string().refine(isTimeZone, 'time_zone must be the name of a time zone, such as Asia/Kathmandu')

/** What any list may be asked. Without it a list answers as the specification says. A parameter that a list does not have is refused. */
export const listQuery = z.strictObject({
  limit: z.coerce
    .number('limit must be a number')
    .int('limit must be a whole number')
    .min(1, 'limit must be from 1 to 500')
    .max(500, 'limit must be from 1 to 500')
    .optional(),
  /** What `meta.next_cursor` of the page before said. */
  cursor: z.string().max(500).optional(),
  q: z
    .string()
    .trim()
    .max(200, 'q must be at most 200 characters')
    .regex(/^[^\0]*$/, 'q must not contain the character NUL')
    .optional(),
  /** A field's name; a minus before it turns the order round. */
  sort: z.string().max(50).optional(),
})

export const pageMeta = z.object({
  /** Null on the last page. */
  next_cursor: z.string().nullable().catch(null),
  /**
   * How many match the filters in all. Left out where the list has more than `limits.countedRows` rows under its filters, apart from `q`:
   * counting those would cost more the larger the shop is.
   */
  total: count.optional(),
})
export type PageMeta = z.infer<typeof pageMeta>

/** A list that may be shown page by page. */
export const listed = <S extends z.ZodType>(item: S) => z.object({ data: z.array(item), meta: pageMeta.optional().catch(undefined) })

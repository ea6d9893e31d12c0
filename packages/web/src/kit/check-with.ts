import type * as z from 'zod/mini'
import type { Problems } from './form-check.ts'

/** A form check made from a schema of the contract: the first message of each field. */
export function checkWith(schema: z.ZodMiniType) {
  return (values: unknown): Problems => {
    const result = schema.safeParse(values)
    if (result.success) return {}
    return Object.fromEntries(result.error.issues.map((issue) => [issue.path.join('.'), issue.message]).toReversed())
  }
}

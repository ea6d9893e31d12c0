import { startTransition, useEffect, useState } from 'react'
import { afterPaint } from './after-paint.ts'
import { isReturning } from './way-here.ts'

/** More rows than a screen is high. */
export const portion = 35

/**
 * How many of so many rows are to be drawn: a screenful first, and with each paint as many more, since the browser lays out
 * and paints in one go what is drawn at once. Who comes back finds all of them.
 */
export function usePortions(total: number): number {
  const [drawn, setDrawn] = useState(() => (isReturning() ? Infinity : portion))
  useEffect(() => {
    if (drawn >= total) return undefined
    return afterPaint(() => startTransition(() => setDrawn(drawn + portion)))
  }, [drawn, total])
  return Math.min(drawn, total)
}

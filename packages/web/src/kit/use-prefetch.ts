import { useEffect, useState } from 'react'
import { whenIdle } from './when-idle.ts'

/** Whether the screen has been there long enough for the browser to have nothing better to do. */
export function useIsSettled(): boolean {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => whenIdle(() => setSettled(true)), [])
  return isSettled
}

interface Later {
  readonly prefetch: () => void
}

/** Fetches what may be asked for next, once the screen is there. Takes a list made at a module's top, which stays the same. */
export function usePrefetch(parts: readonly Later[]): void {
  useEffect(() => whenIdle(() => parts.forEach((part) => part.prefetch())), [parts])
}

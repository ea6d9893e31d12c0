import { useCallback, useSyncExternalStore } from 'react'

/** Whether the window is narrower than this many pixels. */
export function useIsNarrower(px: number): boolean {
  const query = `(max-width: ${px - 0.02}px)`
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}

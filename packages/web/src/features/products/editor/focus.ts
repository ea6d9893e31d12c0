import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * For a bar that goes away when one of its buttons has done its work: what had the focus before takes it back, so that the keyboard goes on
 * from there. After a press by pointer the page's content takes it: a field would open the keyboard of a phone.
 * @param isShown whether the bar is there
 * @returns the bar's ref
 */
export function useFocusBefore(isShown: boolean) {
  const before = useRef<HTMLElement | null>(null)
  useLayoutEffect(() => {
    if (isShown || before.current === null) return
    const target = before.current.isConnected ? before.current : document.getElementById('content')
    before.current = null
    if (document.activeElement === document.body) target?.focus({ preventScroll: true })
  }, [isShown])
  return useCallback((bar: HTMLElement) => {
    const keep = ({ target, relatedTarget: from }: FocusEvent) => {
      // From one button of the bar to another, or back to one that was disabled while it worked.
      if (before.current !== null && (from === null || bar.contains(from as Node))) return
      const isByKey = target instanceof Element && target.matches(':focus-visible') && from instanceof HTMLElement
      before.current = isByKey ? from : document.getElementById('content')
    }
    bar.addEventListener('focusin', keep)
    return () => bar.removeEventListener('focusin', keep)
  }, [])
}

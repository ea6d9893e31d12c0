import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * For a bar that disappears after the action of one of its buttons: the element that had the focus before gets it back, so that Tab
 * continues from there. After a press by pointer the page's content gets it, because a focused field would open a phone's keyboard.
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
    const remember = ({ target, relatedTarget: from }: FocusEvent) => {
      // The focus moves inside the bar, or back to a button that was disabled during its action.
      if (before.current !== null && (from === null || bar.contains(from as Node))) return
      const isByKey = target instanceof Element && target.matches(':focus-visible') && from instanceof HTMLElement
      before.current = isByKey ? from : document.getElementById('content')
    }
    bar.addEventListener('focusin', remember)
    return () => bar.removeEventListener('focusin', remember)
  }, [])
}

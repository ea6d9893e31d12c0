import { useLayoutEffect, useRef } from 'react'

/**
 * For a part of a screen whose buttons go away when they have done their work: the part takes the focus then, and the next Tab goes on from
 * there. It needs a `tabIndex` of -1.
 * @param state changes when a button goes away
 */
export function useFocusRefuge<Part extends HTMLElement>(state: unknown) {
  const part = useRef<Part>(null)
  const before = useRef(state)
  useLayoutEffect(() => {
    if (before.current !== state && document.activeElement === document.body) part.current?.focus({ preventScroll: true })
    before.current = state
  }, [state])
  return part
}

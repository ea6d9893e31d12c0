import { useLayoutEffect, useRef } from 'react'

/** For a button that is disabled while it works: it gets the focus back that the browser then takes from it. */
export function useKeptFocus(isBusy: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const hadFocus = useRef(false)
  useLayoutEffect(() => {
    if (isBusy) {
      hadFocus.current = document.activeElement === button.current
      return
    }
    // Unless it has moved on, as to a field that was refused.
    if (hadFocus.current && document.activeElement === document.body) button.current?.focus({ preventScroll: true })
    hadFocus.current = false
  }, [isBusy])
  return button
}

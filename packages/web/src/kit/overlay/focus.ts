import { createContext, useCallback, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** The element that had the focus when a dialog was asked for whose code loads late: by the time it mounts, the menu may be gone. */
export const OpenerContext = createContext<HTMLElement | null>(null)

/**
 * Radix returns the focus to its own trigger, but our dialogs open from anywhere. Remembers the focused element when the dialog mounts; if
 * that is gone (a deleted row), the dialog or drawer below gets the focus, or the page's content.
 * @param findReturn finds a better element, such as the row of what a drawer shows by now
 */
export function useReturnFocus(findReturn?: () => HTMLElement | null): (event: Event) => void {
  const earlier = useContext(OpenerContext)
  const [opener] = useState(() => findOpener() ?? earlier)
  return (event) => {
    event.preventDefault()
    // The event comes a moment after the dialog has closed: another element, such as the next dialog, may have the focus by then.
    if (document.activeElement !== document.body) return
    const target = findReturn?.() ?? [opener, earlier].find((element) => element?.isConnected) ?? findTopmost()
    target?.focus({ preventScroll: true })
  }
}

/** The dialog or drawer above all others, or the page's content. */
const findTopmost = () => [...document.querySelectorAll<HTMLElement>('[role=dialog]')].at(-1) ?? document.getElementById('content')

export function findOpener(): HTMLElement | null {
  const focused = document.activeElement
  if (!(focused instanceof HTMLElement) || focused === document.body) return null
  // A menu entry disappears with its menu; the menu's button stays, and labels the menu.
  const menu = focused.closest('[role=menu]')
  return menu === null ? focused : document.getElementById(menu.getAttribute('aria-labelledby') ?? '')
}

/**
 * For a part of a screen whose buttons disappear after their action: the part then gets the focus that was on one of them, so that Tab
 * continues from there. It needs a `tabIndex` of -1.
 */
export function useFocusRefuge() {
  const part = useRef<HTMLElement>(null)
  const focused = useRef<Element>(null)
  const ref = useCallback((own: HTMLElement | null) => {
    part.current = own
    const note = ({ target }: FocusEvent) => void (focused.current = target as Element)
    own?.addEventListener('focusin', note)
    return () => own?.removeEventListener('focusin', note)
  }, [])
  // No dependencies: most renders find nothing to do.
  useLayoutEffect(() => {
    const isGone = focused.current?.isConnected === false
    // A list below an open drawer leaves the focus to the drawer.
    if (isGone && document.activeElement === document.body && findTopmost()?.contains(part.current) !== false)
      part.current?.focus({ preventScroll: true })
  })
  return ref
}

/**
 * For buttons that move their item to another place, which takes the focus away from them or disables them. They need
 * `data-move="ITEM:BY"`. Call the result with both when one is pressed.
 */
export function useMoveFocus() {
  const moved = useRef<{ readonly item: string | number; readonly by: -1 | 1 }>(null)
  // No dependencies: most renders find nothing to do.
  useEffect(() => {
    if (moved.current === null) return
    const { item, by } = moved.current
    moved.current = null
    const buttons = [by, -by].map((way) => document.querySelector<HTMLButtonElement>(`[data-move="${item}:${way}"]`))
    buttons.find((button) => button?.disabled === false)?.focus()
  })
  return (item: string | number, by: -1 | 1): void => void (moved.current = { item, by })
}

/** For a button that is disabled during its action: gives it back the focus, which browsers take from a disabled button. */
export function useKeptFocus(isBusy: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const isLost = useRef(false)
  useEffect(() => {
    const own = button.current
    // Some browsers take the focus at once, before an effect could read it.
    const note = () => void (isLost.current = own?.disabled === true)
    own?.addEventListener('blur', note)
    return () => own?.removeEventListener('blur', note)
  }, [])
  useLayoutEffect(() => {
    if (isBusy || !isLost.current) return
    isLost.current = false
    // The focus may have moved meanwhile, for example to a refused field.
    if (document.activeElement === document.body) button.current?.focus({ preventScroll: true })
  }, [isBusy])
  return button
}

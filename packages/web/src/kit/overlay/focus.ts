import { useLayoutEffect, useRef, useState } from 'react'

/**
 * Radix returns focus to its own trigger, but our dialogs open from anywhere. Remembers what had the focus when the
 * dialog was mounted; if that is gone (a deleted row), the dialog or drawer below takes it, or the page's content.
 */
export function useReturnFocus(): (event: Event) => void {
  const [opener] = useState(findOpener)
  return (event) => {
    event.preventDefault()
    // It comes a moment after the dialog is gone: something else, such as the next dialog, may have the focus by then.
    if (document.activeElement !== document.body) return
    const below = [...document.querySelectorAll<HTMLElement>('[role=dialog]')].at(-1) ?? document.getElementById('content')
    const target = opener?.isConnected ? opener : below
    target?.focus({ preventScroll: true })
  }
}

function findOpener(): HTMLElement | null {
  const focused = document.activeElement
  if (!(focused instanceof HTMLElement) || focused === document.body) return null
  // The entry of a menu goes away with it; the button that opened the menu stays, and names it.
  const menu = focused.closest('[role=menu]')
  return menu === null ? focused : document.getElementById(menu.getAttribute('aria-labelledby') ?? '')
}

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

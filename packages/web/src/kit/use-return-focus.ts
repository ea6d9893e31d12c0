import { useState } from 'react'

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

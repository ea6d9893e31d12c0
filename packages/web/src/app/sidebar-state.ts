import { limits } from '@keydesk/contract'
import { useState, useSyncExternalStore } from 'react'
import { useShortcut } from '../kit/keyboard.ts'

const cookieName = 'sidebar:state'

/** Expanded or collapsed on wide screens, kept in a cookie; open or closed as a drawer on narrow ones, kept nowhere. */
export function useSidebar() {
  const isMobile = useIsMobile()
  const [isExpanded, setExpanded] = useState(readCookie)
  const [isOpen, setOpen] = useState(false)

  const toggle = () => {
    if (isMobile) return setOpen(!isOpen)
    writeCookie(!isExpanded)
    setExpanded(!isExpanded)
  }
  useShortcut('mod+b', toggle)

  return { isMobile, isExpanded, isOpen: isMobile && isOpen, toggle, close: () => setOpen(false) }
}

function readCookie(): boolean {
  const stored = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${cookieName}=`))
  return stored !== `${cookieName}=false`
}

function writeCookie(isExpanded: boolean): void {
  document.cookie = `${cookieName}=${isExpanded}; path=/; max-age=${limits.sidebarCookieDays * 24 * 60 * 60}; samesite=lax`
}

const narrow = `(max-width: ${limits.mobileBreakpointPx - 0.02}px)`

function useIsMobile(): boolean {
  return useSyncExternalStore(subscribeToWidth, () => window.matchMedia(narrow).matches)
}

function subscribeToWidth(listener: () => void): () => void {
  const query = window.matchMedia(narrow)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

import { limits } from '@keydesk/contract'
import { useState } from 'react'
import { useShortcut } from '../kit/controls/keyboard.ts'
import { useIsNarrower } from '../kit/layout/use-is-narrower.ts'

const cookieName = 'sidebar:state'

/**
 * Expanded or collapsed, kept in a cookie once it was chosen: until then a window with little room starts collapsed. On phones a drawer, open
 * or closed, kept nowhere.
 */
export function useSidebar() {
  const isMobile = useIsNarrower(limits.mobileBreakpointPx)
  const isTight = useIsNarrower(tightPx)
  const [chosen, choose] = useState(readCookie)
  const isExpanded = chosen ?? !isTight
  const [isOpen, setOpen] = useState(false)

  const toggle = () => {
    if (isMobile) return setOpen(!isOpen)
    writeCookie(!isExpanded)
    choose(!isExpanded)
  }
  useShortcut('mod+b', toggle)

  return { isMobile, isExpanded, isOpen: isMobile && isOpen, toggle, close: () => setOpen(false) }
}

/** Null where nothing was chosen. */
function readCookie(): boolean | null {
  const stored = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${cookieName}=`))
  return stored === undefined ? null : stored !== `${cookieName}=false`
}

function writeCookie(isExpanded: boolean): void {
  document.cookie = `${cookieName}=${isExpanded}; path=/; max-age=${limits.sidebarCookieDays * 24 * 60 * 60}; samesite=lax`
}

/** Up to here tables need the room of the sidebar. */
const tightPx = 1_101

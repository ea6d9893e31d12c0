import { limits } from '@keydesk/contract'
import { useState } from 'react'
import { useShortcut } from '../kit/controls/keyboard.ts'
import { useIsNarrower } from '../kit/layout/use-is-narrower.ts'

const cookieName = 'sidebar:state'

/**
 * Expanded or collapsed; the choice is stored in a cookie. Unless chosen, a narrow window starts collapsed. On phones the sidebar is a
 * drawer, whose state is not stored.
 */
export function useSidebar() {
  const isMobile = useIsNarrower(limits.mobileBreakpointPx)
  const isTight = useIsNarrower(tightPx)
  const [chosen, choose] = useState(readCookie)
  const isExpanded = chosen ?? !isTight
  const [isOpen, setOpen] = useState(false)
  // The drawer does not open again once a phone that was turned is turned back.
  if (isOpen && !isMobile) setOpen(false)

  const toggle = () => {
    if (isMobile) return setOpen(!isOpen)
    writeCookie(!isExpanded)
    choose(!isExpanded)
  }
  useShortcut('mod+b', toggle)

  return { isMobile, isExpanded, isOpen, toggle, close: () => setOpen(false) }
}

/** Null without a choice. */
function readCookie(): boolean | null {
  const stored = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${cookieName}=`))
  return stored === undefined ? null : stored !== `${cookieName}=false`
}

function writeCookie(isExpanded: boolean): void {
  document.cookie = `${cookieName}=${isExpanded}; path=/; max-age=${limits.sidebarCookieDays * 24 * 60 * 60}; samesite=lax`
}

/** Up to this width tables need the room of an expanded sidebar. */
const tightPx = 1_101

import { Link, useLocation } from '@tanstack/react-router'
import { cx } from 'class-variance-authority'
import { useEffect } from 'react'
import { BrandMark, brandTitle } from '../kit/layout/brand-mark.tsx'
import { BareDialog } from '../kit/overlay/dialog.tsx'
import { useIsBotDown } from '../features/discord/data.ts'
import { useAuth, useMay } from '../session/session-provider.tsx'
import type { AccountDialog } from './account-entries.tsx'
import { isActive, screens } from '../routes/screens.ts'
import { UserMenu } from './user-menu.tsx'

const alarm = 'the bot should be running'

interface Props {
  readonly isExpanded: boolean
  /** Opens a dialog outside the sidebar: the dialog must stay when the window's width replaces the sidebar. */
  readonly onDialog: (dialog: AccountDialog) => void
  /** Called when the person follows an entry. */
  readonly onLeave?: () => void
}

/** Brand, entries and the signed-in person. When collapsed to icons, the words become tooltips. */
export function Sidebar({ isExpanded, onDialog, onLeave }: Props) {
  const { pathname } = useLocation()
  // Collapsed to 3 rem, there is no room for padding around touch targets.
  const room = isExpanded ? 'p-2' : 'p-2 touch:px-0'
  const may = useMay()
  const isBotDown = useIsBotDown({ isWatched: useAuth().isAuthenticated && may('discord:read') })
  useFavicon(isBotDown ? '/favicon-alarm.svg' : '/favicon.svg')
  return (
    <div className="flex h-full flex-col">
      <div className={cx('flex h-12 shrink-0 items-center gap-2.5 overflow-hidden', isExpanded ? 'px-4' : 'justify-center')}>
        <BrandMark className="size-6 shrink-0" />
        <span className={isExpanded ? 'truncate font-semibold' : 'sr-only'}>{brandTitle()}</span>
      </div>
      <nav aria-label="Main" className={cx('min-h-0 flex-1 overflow-y-auto', room)}>
        <ul className="space-y-0.5">
          {screens.map(({ path, title, icon: Icon, permission }) => {
            if (Icon === undefined || !may(permission)) return null
            const active = isActive(path, pathname)
            const isAlarmed = path === '/discord' && isBotDown
            return (
              <li key={path}>
                <Link
                  to={path}
                  onClick={onLeave}
                  aria-current={active ? 'page' : undefined}
                  data-tooltip={isExpanded && !isAlarmed ? undefined : isAlarmed ? `${title}: ${alarm}` : title}
                  data-tooltip-side="right"
                  activeOptions={{ exact: true }}
                  className={cx(
                    'flex items-center gap-2.5 rounded-control font-medium outline-offset-0',
                    isExpanded ? 'min-h-8 px-2 touch:min-h-11' : 'size-8 justify-center touch:h-11 touch:w-full',
                    active ? 'bg-hover text-text [&_svg]:text-accent' : 'text-muted hover:bg-hover hover:text-text',
                  )}
                >
                  <span className="relative">
                    <Icon aria-hidden className="size-4 shrink-0" />
                    {isAlarmed && (
                      <span aria-hidden className="absolute -top-1 -right-1 size-2 rounded-full bg-red-hue ring-2 ring-surface" />
                    )}
                  </span>
                  <span className={isExpanded ? 'truncate' : 'sr-only'}>{title}</span>
                  {isAlarmed && <span className="sr-only"> ({alarm})</span>}
                </Link>
              </li>
            )
          })}
        </ul>
      </nav>
      <div className={cx('shrink-0 border-t border-border', room)}>
        <UserMenu isExpanded={isExpanded} onDialog={onDialog} onLeave={onLeave} />
      </div>
    </div>
  )
}

interface DrawerProps extends Pick<Props, 'onDialog'> {
  readonly onClose: () => void
}

/** The sidebar on narrow screens: over the page, closed by Esc, a press outside, or a followed link. */
export const SidebarDrawer = ({ onDialog, onClose }: DrawerProps) => (
  <BareDialog
    title="Menu"
    onClose={onClose}
    className="inset-y-0 left-0 w-(--sidebar-width-mobile) max-w-[85vw] animate-slide-left bg-surface"
  >
    <Sidebar isExpanded onDialog={onDialog} onLeave={onClose} />
  </BareDialog>
)

/** Shows an icon in the tab while mounted. */
function useFavicon(path: string): void {
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    if (link === null) return undefined
    const before = link.href
    link.href = path
    return () => void (link.href = before)
  }, [path])
}

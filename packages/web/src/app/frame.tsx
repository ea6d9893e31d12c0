import { Outlet, useMatches, useRouterState } from '@tanstack/react-router'
import { PanelLeft } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../kit/controls/button.tsx'
import { KitProvider } from '../kit/kit-provider.tsx'
import { lazyPart, WhenIdle } from '../kit/feedback/lazy-part.tsx'
import { useTitle } from '../kit/layout/page.tsx'
import { OpenAccountDialog } from './account-dialogs.tsx'
import type { AccountDialog } from './account-entries.tsx'
import { Breadcrumb } from './breadcrumb.tsx'
import { OpenCustomer, OpenHistory } from './drawers.tsx'
import { NoAccess } from './no-access.tsx'
import { OpenPanel } from './panels.tsx'
import { QuickAccess } from './quick-access.tsx'
import { type Screen, screens } from '../routes/screens.ts'
import { useAuth } from '../session/session-provider.tsx'
import { useFreshRights } from '../session/use-fresh-rights.ts'
import { useSidebar } from './sidebar-state.ts'
import { Sidebar, SidebarDrawer } from './sidebar.tsx'

const ViewingBar = lazyPart(async () => (await import('../features/account/view-as.tsx')).ViewingBar)
/** Loads late: only owners import a shop. If its code cannot be loaded, nothing on the screen is missing. */
const ShopImportEnds = lazyPart(() =>
  import('../features/shop-imports/parts.tsx').then(
    (parts) => parts.ShopImportEnds,
    () => () => null,
  ),
)

/** The frame of every screen: the sidebar, and a header with its toggle and the breadcrumb. */
export function Frame() {
  const sidebar = useSidebar()
  const screen = useScreen()
  const { isOwnHost, may, viewing } = useAuth()
  useFreshRights()
  const [accountDialog, openAccountDialog] = useState<AccountDialog | null>(null)
  const owner = useOwner()
  const isWide = !sidebar.isMobile && sidebar.isExpanded
  return (
    // Another tab may sign somebody else in: they get nothing of what was open or typed.
    <KitProvider key={owner} owner={owner}>
      <NavigationProgress />
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-control bg-accent px-3 py-2 font-medium touch:py-3 text-on-accent focus:translate-y-0 print:hidden"
      >
        Skip to content
      </a>
      {!sidebar.isMobile && (
        <aside
          aria-label="Sidebar"
          data-state={isWide ? 'expanded' : 'collapsed'}
          className={`fixed inset-y-0 left-0 z-30 border-r border-border bg-surface print:hidden ${isWide ? 'w-(--sidebar-width)' : 'w-(--sidebar-width-icon)'}`}
        >
          <Sidebar isExpanded={isWide} onDialog={openAccountDialog} />
        </aside>
      )}
      {sidebar.isOpen && <SidebarDrawer onDialog={openAccountDialog} onClose={sidebar.close} />}
      <div className={`print:pl-0 ${isWide ? 'md:pl-(--sidebar-width)' : 'md:pl-(--sidebar-width-icon)'}`}>
        <div className="sticky top-0 z-20 print:hidden">
          {viewing !== null && <ViewingBar name={viewing.name} />}
          <header className="@container/header border-b border-border bg-bg">
            {/* As wide as a page, so that the search ends where the content does. */}
            <div className="flex h-12 max-w-375 items-center gap-2 px-2 md:pr-6 md:pl-4">
              <IconButton
                label="Toggle sidebar"
                icon={<PanelLeft aria-hidden />}
                aria-expanded={sidebar.isMobile ? sidebar.isOpen : sidebar.isExpanded}
                aria-keyshortcuts="Control+B Meta+B"
                onClick={sidebar.toggle}
              />
              <div aria-hidden className="h-4 w-px bg-border" />
              <Breadcrumb screen={screen} />
              <QuickAccess />
            </div>
          </header>
        </div>
        <main id="content" tabIndex={-1} className="@container/page outline-none">
          <ScreenTitle title={screen.title} />
          {may(screen.permission) ? <Outlet /> : <NoAccess title={screen.title} />}
        </main>
      </div>
      {accountDialog !== null && <OpenAccountDialog dialog={accountDialog} onClose={() => openAccountDialog(null)} />}
      {isOwnHost && may('shop-imports:manage') && (
        <WhenIdle>
          <ShopImportEnds />
        </WhenIdle>
      )}
      <OpenPanel />
      <OpenCustomer />
      <OpenHistory />
    </KitProvider>
  )
}

/** Shows, after 150 ms, that the next screen is loading. The previous screen stays until then. */
function NavigationProgress() {
  const isPending = useRouterState({ select: ({ status }) => status === 'pending' })
  if (!isPending) return null
  return <div role="progressbar" aria-label="Loading" className="fixed inset-x-0 top-0 z-30 h-0.5 origin-left animate-progress bg-accent" />
}

/** The owner of drafts. Keeps the last person: the frame outlives the session for a moment, in which drafts are still stored. */
function useOwner(): string {
  const { user } = useAuth()
  const [owner, setOwner] = useState(user?.username ?? '')
  if (user !== null && user.username !== owner) setOwner(user.username)
  return owner
}

/** Rendered before the page, so that a page that sets its own title wins. */
function ScreenTitle({ title }: { readonly title: string }) {
  useTitle(title)
  return null
}

function useScreen(): Screen {
  const matches = useMatches()
  const path: string | undefined = matches.at(-1)?.fullPath
  return screens.find((screen) => screen.path === path) ?? screens[0]!
}

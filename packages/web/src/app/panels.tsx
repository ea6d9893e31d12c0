import type { Permission } from '@keydesk/contract'
import { getRouteApi } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import { lazyDialog, lazyPart } from '../kit/feedback/lazy-part.tsx'
import { useCloseOver } from '../kit/search-params.ts'
import { noActivityFilters } from '../routes/frame.ts'
import { useAuth } from '../session/session-provider.tsx'

export interface Panel {
  /** In the address: `?panel=team`. The panel's own parameters begin with its name: `team_…`. */
  readonly name: string
  readonly title: string
  /** The permission that the panel needs; without one it is for the whole team. */
  readonly permission?: Permission
  /** A section of the drawer Settings. */
  readonly isSetting?: true
  readonly Content: ComponentType<{ readonly placeholder?: ReactNode }>
}

/** All panels in the order of the user menu, which has one entry for all settings. A panel is a wide drawer over the current screen. */
const allPanels: readonly Panel[] = [
  {
    name: 'team',
    title: 'Team',
    permission: 'team:manage',
    isSetting: true,
    Content: lazyPart(async () => (await import('../features/team/panel.tsx')).TeamPanel),
  },
  {
    name: 'api-keys',
    title: 'API keys',
    permission: 'api_keys:manage',
    isSetting: true,
    Content: lazyPart(async () => (await import('../features/api-keys/panel.tsx')).ApiKeysPanel),
  },
  {
    name: 'webhooks',
    title: 'Webhooks',
    permission: 'webhooks:manage',
    isSetting: true,
    Content: lazyPart(async () => (await import('../features/webhooks/panel.tsx')).WebhooksPanel),
  },
  {
    name: 'mails',
    title: 'Mails',
    permission: 'mails:manage',
    isSetting: true,
    Content: lazyPart(async () => (await import('../features/mails/panel.tsx')).MailsPanel),
  },
  {
    name: 'shop',
    title: 'Shop',
    permission: 'shop:manage',
    isSetting: true,
    Content: lazyPart(async () => (await import('../features/shop/panel.tsx')).ShopPanel),
  },
  {
    name: 'import-shop',
    title: 'Import a shop',
    permission: 'shop-imports:manage',
    Content: lazyPart(async () => (await import('../features/shop-imports/panel.tsx')).ShopImportsPanel),
  },
  {
    name: 'restore-holds',
    title: 'Held after a restore',
    permission: 'restores:manage',
    Content: lazyPart(async () => (await import('../features/restore-holds/panel.tsx')).RestoreHoldsPanel),
  },
  {
    name: 'activity',
    title: 'Activity',
    permission: 'activity:read',
    Content: lazyPart(async () => (await import('../features/history/activity.tsx')).ActivityPanel),
  },
  {
    name: 'sessions',
    title: 'Sessions',
    Content: lazyPart(async () => (await import('../features/account/sessions-panel.tsx')).SessionsPanel),
  },
]

/** The panels that the signed-in person may open. None on a foreign host, which does not know their calls. */
export function usePanels(): readonly Panel[] {
  const { isOwnHost, may } = useAuth()
  return allPanels.filter(({ permission }) => isOwnHost && (permission === undefined || may(permission)))
}

const PanelDrawer = lazyDialog(
  ({ panel }) => (panel.isSetting === true ? 'Settings' : panel.title),
  async () => (await import('./panel-drawer.tsx')).PanelDrawer,
)

const frame = getRouteApi('/frame')

/** The panel in the address, over the screen. Nothing for an unknown panel or one that the person may not open. */
export function OpenPanel() {
  const { panel: name } = frame.useSearch()
  const closeOver = useCloseOver()
  const panels = usePanels()
  const panel = panels.find((one) => one.name === name)
  if (panel === undefined) return null
  const close = () => closeOver({ panel: undefined, ...noActivityFilters })
  const sections = panel.isSetting === true ? panels.filter(({ isSetting }) => isSetting) : []
  // The drawer stays while the section changes.
  return <PanelDrawer key={sections.length > 0 ? 'settings' : name} panel={panel} sections={sections} onClose={close} />
}

import type { Permission } from '@keydesk/contract'
import type { ComponentType, ReactNode } from 'react'
import { lazyDialog, lazyPart } from '../kit/feedback/lazy-part.tsx'
import { useSearchParams, useSetSearchParams } from '../kit/search-params.ts'
import { noActivityFilters } from '../routes/frame.ts'
import { useAuth } from '../session/session-provider.tsx'

export interface Panel {
  /** In the address: `?panel=team`. What the panel keeps there itself begins with its name: `team_…`. */
  readonly name: string
  readonly title: string
  /** What the signed-in person's role must allow; without it, it is for everybody of the team. */
  readonly permission?: Permission
  readonly Content: ComponentType<{ readonly placeholder?: ReactNode }>
}

/** Every panel, once, in the order of the user menu. A panel is a wide drawer over whatever screen is shown. */
const panels: readonly Panel[] = [
  {
    name: 'team',
    title: 'Team',
    permission: 'team:manage',
    Content: lazyPart(async () => (await import('../features/team/panel.tsx')).TeamPanel),
  },
  {
    name: 'api-keys',
    title: 'API keys',
    permission: 'api_keys:manage',
    Content: lazyPart(async () => (await import('../features/api-keys/panel.tsx')).ApiKeysPanel),
  },
  {
    name: 'webhooks',
    title: 'Webhooks',
    permission: 'webhooks:manage',
    Content: lazyPart(async () => (await import('../features/webhooks/panel.tsx')).WebhooksPanel),
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
    Content: lazyPart(async () => (await import('../features/sessions/panel.tsx')).SessionsPanel),
  },
]

/** The panels that the signed-in person may open. Another host knows none of the calls behind them. */
export function usePanels(): readonly Panel[] {
  const { isOwnHost, may } = useAuth()
  return panels.filter(({ permission }) => isOwnHost && (permission === undefined || may(permission)))
}

const PanelDrawer = lazyDialog('Panel', async () => (await import('./panel-drawer.tsx')).PanelDrawer)

/** The panel that the address names, over the screen. A name that is unknown, or of a panel that the person may not open, shows nothing. */
export function OpenPanel() {
  const { panel: name } = useSearchParams()
  const change = useSetSearchParams()
  const panel = usePanels().find((one) => one.name === name)
  if (panel === undefined) return null
  const close = () => void change({ panel: undefined, ...noActivityFilters })
  return <PanelDrawer key={name} panel={panel} onClose={close} />
}

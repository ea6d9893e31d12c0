import { Skeleton } from '../../kit/feedback/loading.tsx'
import { Panel } from '../../kit/layout/card.tsx'

// The list of a new shop while it loads. Whether it is shown is known before the answer.

const awayKey = 'setup-put-away'

/** Whether this browser no longer shows the list of a new shop: it was put away, or all was done. */
export const isSetupPutAway = (): boolean => localStorage.getItem(awayKey) === 'yes'

export function putSetupAway(isAway: boolean): void {
  if (isAway) localStorage.setItem(awayKey, 'yes')
  else localStorage.removeItem(awayKey)
}

export const setupTitle = 'Set up your shop'

/** As high as six steps. */
export const SetupSkeleton = () => (
  <div aria-hidden>
    <Panel title={setupTitle} description={'\u00a0'} padded={false}>
      <Skeleton className="h-66 touch:h-79.5" />
    </Panel>
  </div>
)

import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useApi } from '../../api/context.tsx'
import { Failed } from '../../kit/feedback/failed.tsx'
import { lazyPart } from '../../kit/feedback/lazy-part.tsx'
import { toast } from '../../kit/feedback/toast.tsx'
import { useAuth } from '../../session/session-provider.tsx'
import { setupQuery } from './data.ts'
import { isSetupPutAway, putSetupAway, SetupSkeleton } from './pending.tsx'

const SetupPanel = lazyPart(async () => (await import('./panel.tsx')).SetupPanel, <SetupSkeleton />)

/** For owners of a new shop: what is left to do, until all is done or it is put away. Both are remembered by the browser. */
export function SetupList() {
  const { isOwnHost, may } = useAuth()
  const [isAway, setAway] = useState(isSetupPutAway)
  const isShown = isOwnHost && may('team:manage') && !isAway
  const { data: steps, error, isFetching, refetch } = useQuery({ ...setupQuery(useApi()), enabled: isShown })
  const isDone = steps?.every(({ is_done }) => is_done) === true
  useEffect(() => {
    if (isDone) putSetupAway(true)
  }, [isDone])
  if (!isShown || isDone) return null
  if (steps === undefined && error !== null)
    return <Failed title="Failed to fetch what is left to do" error={error} isTrying={isFetching} onRetry={() => void refetch()} />
  if (steps === undefined) return <SetupSkeleton />
  const put = (away: boolean) => {
    putSetupAway(away)
    setAway(away)
  }
  const putAway = () => {
    put(true)
    // Its button is gone.
    document.getElementById('content')?.focus({ preventScroll: true })
    toast.success('The list is hidden in this browser', { action: { label: 'Undo', onClick: () => put(false) } })
  }
  return <SetupPanel steps={steps} onPutAway={putAway} />
}

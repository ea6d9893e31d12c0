import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../../api/context.tsx'
import { Failed } from '../../kit/feedback/failed.tsx'
import { lazyPart } from '../../kit/feedback/lazy-part.tsx'
import { toast } from '../../kit/feedback/toast.tsx'
import { useAuth } from '../../session/session-provider.tsx'
import { isSetupPutAway, putSetupAway, setupQuery } from './data.ts'

const SetupPanel = lazyPart(async () => (await import('./panel.tsx')).SetupPanel, <div className="h-88 max-sm:h-120" />)

/** For owners of a new shop: what is left to do. Nothing once all is done, or after it was put away in this browser. */
export function SetupList() {
  const { isOwnHost, may } = useAuth()
  const [isAway, setAway] = useState(isSetupPutAway)
  const isShown = isOwnHost && may('team:manage') && !isAway
  const { data: steps = [], error, isFetching, refetch } = useQuery({ ...setupQuery(useApi()), enabled: isShown })
  if (!isShown) return null
  if (error !== null && steps.length === 0)
    return <Failed title="Failed to fetch what is left to do" error={error} isTrying={isFetching} onRetry={() => void refetch()} />
  if (steps.every(({ is_done }) => is_done)) return null
  const put = (away: boolean) => {
    putSetupAway(away)
    setAway(away)
  }
  const putAway = () => {
    put(true)
    toast.success('The list is put away in this browser', { action: { label: 'Undo', onClick: () => put(false) } })
  }
  return <SetupPanel steps={steps} onPutAway={putAway} />
}

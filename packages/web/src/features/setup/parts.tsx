import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../../api/context.tsx'
import { lazyPart } from '../../kit/feedback/lazy-part.tsx'
import { toast } from '../../kit/feedback/toast.tsx'
import { useAuth } from '../../session/session-provider.tsx'
import { isSetupPutAway, putSetupAway, setupQuery } from './data.ts'

const SetupPanel = lazyPart(async () => (await import('./panel.tsx')).SetupPanel, <div className="h-88 max-sm:h-120" />)

interface Props {
  /** A product to put keys into; undefined if there is none, or while unknown. */
  readonly productId: number | undefined
}

/** For owners of a new shop: what is left to do. Nothing once all is done, or after it was put away in this browser. */
export function SetupList({ productId }: Props) {
  const { isOwnHost, may } = useAuth()
  const [isAway, setAway] = useState(isSetupPutAway)
  const isShown = isOwnHost && may('team:manage') && !isAway
  const { data: steps = [] } = useQuery({ ...setupQuery(useApi()), enabled: isShown })
  if (!isShown || steps.every(({ is_done }) => is_done)) return null
  const put = (away: boolean) => {
    putSetupAway(away)
    setAway(away)
  }
  const putAway = () => {
    put(true)
    toast.success('The list is put away in this browser', { action: { label: 'Undo', onClick: () => put(false) } })
  }
  return <SetupPanel steps={steps} productId={productId} onPutAway={putAway} />
}

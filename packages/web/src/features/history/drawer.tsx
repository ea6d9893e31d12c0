import { inSentence } from '@keydesk/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useListApi } from '../../api/context.tsx'
import { Drawer } from '../../kit/overlay/drawer.tsx'
import { type Thing, historyQuery } from './data.ts'
import { ThingHistory } from './thing-history.tsx'

interface Props {
  readonly thing: Thing
  readonly onClose: () => void
}

/** The history of one thing, beside the list that contains it. */
export function HistoryDrawer({ thing, onClose }: Props) {
  const name = useInfiniteQuery(historyQuery(useListApi(), thing)).data?.rows[0]?.subject.name
  return (
    <Drawer title={name ? `History of ${inSentence(name)}` : 'History'} size="wide" onClose={onClose}>
      <ThingHistory {...thing} />
    </Drawer>
  )
}

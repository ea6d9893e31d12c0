import { Panel } from '../../kit/card.tsx'
import { WhenNear } from '../../kit/when-near.tsx'
import { ThingHistory } from '../history/history-parts-data.tsx'

/** What was done to a product: the last section of its page. */
export const HistoryPanel = ({ id }: { readonly id: number }) => (
  <Panel id="history" title="History" description="Every change of this product. Its variants have a history of their own.">
    <WhenNear placeholder={<div className="h-40" />}>
      <ThingHistory kind="product" id={id} />
    </WhenNear>
  </Panel>
)

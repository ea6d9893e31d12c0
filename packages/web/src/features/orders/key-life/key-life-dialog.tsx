import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../../api/context.tsx'
import { Modal } from '../../../kit/dialog.tsx'
import { Loaded } from '../../../kit/loaded.tsx'
import { SkeletonLines } from '../../../kit/skeleton.tsx'
import { keyLifeQuery } from '../orders-data.ts'
import { Life, VariantLink } from './life.tsx'

interface Props {
  readonly keyId: number
  /** The masked value: nothing is revealed here. */
  readonly value: string
  /** The order that it is opened from. */
  readonly orderId: number
  readonly onClose: () => void
}

/** The life of one key of an order. */
export function KeyLifeDialog({ keyId, value, orderId, onClose }: Props) {
  const query = useQuery(keyLifeQuery(useApi(), { id: keyId }))
  const passport = query.data
  const description = (
    <>
      <code className="font-mono break-all text-text">{value}</code>
      {passport && (
        <>
          {' '}
          of <VariantLink passport={passport} />
        </>
      )}
    </>
  )
  return (
    <Modal title="Key passport" description={description} onClose={onClose}>
      <Loaded query={query} failure="Failed to look the key up" skeleton={<SkeletonLines lines={4} />}>
        {(found) => (found === null ? <p>The life of this key is not known.</p> : <Life passport={found} openOrder={orderId} />)}
      </Loaded>
    </Modal>
  )
}

import { orderStates } from '@keydesk/contract'
import { X } from 'lucide-react'
import { Button } from '../../kit/button.tsx'
import { DateRange } from '../../kit/date-range.tsx'
import { SearchInput } from '../../kit/search-input.tsx'
import { Select } from '../../kit/select.tsx'
import { Toolbar } from '../../kit/toolbar.tsx'
import type { useOrderAddress } from './use-order-address.ts'

const statusOptions = [
  { value: '', label: 'All statuses' },
  ...orderStates.map((state) => ({ value: state, label: state.charAt(0).toUpperCase() + state.slice(1).replace('_', ' ') })),
]

interface Props {
  /** Null where the host cannot narrow the list down. */
  readonly address: ReturnType<typeof useOrderAddress> | null
  readonly count: string | undefined
  /** Then the button to clear the filters stands in place of the rows. */
  readonly isEmpty: boolean
  /** Of the coupon that the orders are narrowed down to, once one of them is there. */
  readonly couponCode: string | undefined
}

export function OrdersToolbar({ address, count, isEmpty, couponCode }: Props) {
  if (address === null) return <Toolbar count={count}>{null}</Toolbar>
  const { filters, typed, setTyped, change } = address
  return (
    <Toolbar count={count}>
      <SearchInput label="Search orders" placeholder="Email, order, key or payment" value={typed} onChange={setTyped} />
      <div className="max-md:w-full md:w-40">
        <Select aria-label="Status" value={filters.status ?? ''} options={statusOptions} onChange={(status) => change({ status })} />
      </div>
      <DateRange from={filters.from ?? ''} to={filters.to ?? ''} onChange={change} />
      {filters.coupon_id !== undefined && (
        <Button icon={<X aria-hidden />} title="Show all orders again" onClick={() => change({ coupon: '' })}>
          With {couponCode === undefined ? 'one coupon' : `coupon ${couponCode}`}
        </Button>
      )}
      {address.isFiltered && !isEmpty && (
        <Button variant="ghost" onClick={address.clear}>
          Clear filters
        </Button>
      )}
    </Toolbar>
  )
}

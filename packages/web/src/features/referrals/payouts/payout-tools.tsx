import { payoutFilters, type Payout, type PayoutFilter } from '@keydesk/contract'
import { CheckboxField } from '../../../kit/checkbox.tsx'
import { formatCount } from '../../../kit/format.ts'
import { lazyPart } from '../../../kit/lazy-part.tsx'
import { Select } from '../../../kit/select.tsx'
import type { SelectedPayouts } from './use-selected-payouts.ts'

const ExportButton = lazyPart(async () => (await import('./export-button.tsx')).ExportButton)

const options = payoutFilters.map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) }))

interface Props {
  readonly status: PayoutFilter
  readonly onStatus: (status: string) => void
  readonly shown: readonly Payout[]
  /** Undefined where nothing can be selected. */
  readonly selection: SelectedPayouts | undefined
}

/** Beside the search: which payouts are shown, all of them at once, and those of before as a file. */
export function PayoutTools({ status, onStatus, shown, selection }: Props) {
  const pending = shown.filter((payout) => payout.status === 'pending')
  return (
    <>
      <div className="max-md:w-full md:w-36">
        <Select aria-label="Status" value={status} options={options} onChange={onStatus} />
      </div>
      {selection !== undefined && pending.length > 0 && (
        <CheckboxField
          label={`Select all ${formatCount(pending.length)}`}
          checked={pending.every((row) => selection.has(row))}
          onChange={(isOn) => (isOn ? selection.add(pending) : selection.remove(pending))}
        />
      )}
      {status !== 'pending' && shown.length > 0 && <ExportButton status={status} />}
    </>
  )
}

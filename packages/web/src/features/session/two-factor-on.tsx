import type { AccountState } from '@keydesk/contract'
import { Badge } from '../../kit/badge.tsx'
import { Button } from '../../kit/button.tsx'
import { DateText } from '../../kit/date-text.tsx'
import { DialogFooter } from '../../kit/dialog.tsx'
import { plural } from '../../kit/format.ts'

interface Props {
  readonly account: AccountState
  readonly onRenew: () => void
  readonly onTurnOff: () => void
}

/** So few that it is time for new ones. */
const few = 3

export function TwoFactorOn({ account, onRenew, onTurnOff }: Props) {
  const left = account.recovery_codes_left
  return (
    <>
      <dl className="divide-y divide-border rounded-control border border-border">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
          <dt className="sr-only">State</dt>
          <dd className="flex flex-1 flex-wrap items-center gap-x-3 gap-y-1">
            <Badge tone="green">On</Badge>
            <span className="text-muted">
              since <DateText at={account.two_factor_since} as="long" />
            </span>
          </dd>
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
          <dt className="sr-only">Recovery codes</dt>
          <dd className="flex-1">{left <= few ? <Badge tone="yellow">{leftText(left)}</Badge> : leftText(left)}</dd>
        </div>
      </dl>
      <DialogFooter>
        {!account.two_factor_required && <Button onClick={onTurnOff}>Turn off</Button>}
        <Button variant={left <= few ? 'primary' : 'secondary'} onClick={onRenew}>
          New recovery codes
        </Button>
      </DialogFooter>
    </>
  )
}

const leftText = (left: number): string => (left === 0 ? 'No recovery codes left' : `${plural(left, 'recovery code')} left`)

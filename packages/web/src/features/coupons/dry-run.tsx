import {
  type CouponDryRun as Outcome,
  type CouponInput,
  coupons,
  dayOf,
  type Days,
  daysOfPeriod,
  namedPeriods,
  periodNames,
} from '@keydesk/contract'
import { useMutation } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useApi } from '../../api/context.tsx'
import { ApiError, serverMessageOr } from '../../api/error.ts'
import { Button } from '../../kit/controls/button.tsx'
import { DateRange } from '../../kit/controls/date-range.tsx'
import { Select } from '../../kit/controls/select.tsx'
import { Warning } from '../../kit/overlay/warning.tsx'
import { markRefused } from '../../kit/form/form-check.ts'
import { viewerZone } from '../../kit/text/format.ts'
import { useAuth } from '../../session/session-provider.tsx'
import type { CouponForm } from './form.ts'
import { describeDryRun, warnOfDryRun } from './format.ts'

interface Props {
  readonly form: UseFormReturn<CouponForm>
  readonly toInput: (form: CouponForm) => CouponInput
}

type State =
  | { readonly is: 'untried' }
  | { readonly is: 'trying' }
  | { readonly is: 'failed'; readonly sentence: string }
  | { readonly is: 'tried'; readonly outcome: Outcome }

/** Shows the effect that the coupon would have had on recent orders. A result is shown until the form changes. */
export function CouponDryRun(props: Props) {
  const { isOwnHost, may } = useAuth()
  return isOwnHost && may('amounts:read') && <DryRun {...props} />
}

function DryRun({ form, toInput }: Props) {
  const api = useApi()
  const [period, setPeriod] = useState<DryRunPeriod>(dryRunPeriods[0])
  const [today] = useState(() => dayOf(new Date(), viewerZone()))
  const [range, setRange] = useState(() => daysOfPeriod('last_month', today))
  const query = { ...daysOf(period, range, today), time_zone: viewerZone() }
  const dryRun = useMutation({ mutationFn: (body: CouponInput) => api(coupons.dryRun, { query, body }) })
  const [state, setState] = useState<State>({ is: 'untried' })
  const runs = useRef(0)
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ name }) => {
          setState({ is: 'untried' })
          // The form checks edits by itself only after the first save.
          if (name !== undefined && !form.formState.isSubmitted) form.clearErrors(name as keyof CouponForm)
        },
      }),
    [form],
  )

  const run = async () => {
    if (!(await form.trigger(undefined, { shouldFocus: true }))) return
    const tried = form.getValues()
    runs.current += 1
    const own = runs.current
    setState({ is: 'trying' })
    // Ignore the result if the form has changed meanwhile, also if it is being tried again.
    const show = (next: State) => setState((now) => (now.is === 'trying' && own === runs.current ? next : now))
    try {
      const answer = await dryRun.mutateAsync(toInput(tried))
      show(answer === undefined ? { is: 'failed', sentence: failure } : { is: 'tried', outcome: answer.data })
    } catch (error) {
      const isMarked = error instanceof ApiError && markRefused(form, error)
      show(isMarked ? { is: 'untried' } : { is: 'failed', sentence: serverMessageOr(error, failure) })
    }
  }

  return (
    <section aria-label="Dry run" className="space-y-2 border-t border-border pt-4">
      <div className="flex flex-wrap items-center gap-2">
        <Button size="sm" icon={<FlaskConical aria-hidden />} busy={state.is === 'trying' && 'Trying...'} onClick={() => void run()}>
          {`Try on ${lower(periodLabels[period])}`}
        </Button>
        <Select
          aria-label="Orders to try it on"
          className="w-44"
          value={period}
          options={periodOptions}
          onChange={(next) => {
            setPeriod(dryRunPeriods.find((known) => known === next) ?? dryRunPeriods[0])
            setState({ is: 'untried' })
          }}
        />
      </div>
      {period === 'range' && (
        <DateRange
          {...range}
          max={today}
          onChange={(days) => {
            if (days.from === '' || days.to === '') return
            setRange(days)
            setState({ is: 'untried' })
          }}
        />
      )}
      <div role="status" className="space-y-1 text-table">
        {state.is === 'failed' && <p className="text-red">{state.sentence}</p>}
        {state.is === 'tried' && (
          <>
            <p className="tabular-nums">{describeDryRun(state.outcome)}</p>
            {warnOfDryRun(state.outcome).map((warning) => (
              <Warning key={warning}>{warning}</Warning>
            ))}
          </>
        )}
      </div>
    </section>
  )
}

const failure = 'Failed to try the coupon'

const dryRunPeriods = ['30', '90', '365', ...namedPeriods, 'range'] as const
type DryRunPeriod = (typeof dryRunPeriods)[number]

const periodLabels: Readonly<Record<DryRunPeriod, string>> = {
  ...{ '30': 'The last 30 days', '90': 'The last 90 days', '365': 'The last 365 days' },
  ...periodNames,
  range: 'Other days',
}
const periodOptions = dryRunPeriods.map((value) => ({ value, label: periodLabels[value] }))

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

function daysOf(period: DryRunPeriod, range: Days, today: string): { days: number } | Days {
  if (period === 'range') return range
  const name = namedPeriods.find((known) => known === period)
  return name === undefined ? { days: Number(period) } : daysOfPeriod(name, today)
}

import { type CouponDryRun as Outcome, type CouponInput, coupons } from '@keydesk/contract'
import { useMutation } from '@tanstack/react-query'
import { FlaskConical, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useApi } from '../../api/context.tsx'
import { ApiError, serverMessageOr } from '../../api/error.ts'
import { Button } from '../../kit/controls/button.tsx'
import { markRefused } from '../../kit/form/form-check.ts'
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
  const dryRun = useMutation({ mutationFn: (body: CouponInput) => api(coupons.dryRun, { body }) })
  const [state, setState] = useState<State>({ is: 'untried' })
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
    setState({ is: 'trying' })
    // Ignore the result if the form has changed meanwhile.
    const show = (next: State) => setState((now) => (now.is === 'trying' ? next : now))
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
      <Button size="sm" icon={<FlaskConical aria-hidden />} busy={state.is === 'trying' && 'Trying...'} onClick={() => void run()}>
        Try on the last 30 days
      </Button>
      <div role="status" className="space-y-1 text-table">
        {state.is === 'failed' && <p className="text-red">{state.sentence}</p>}
        {state.is === 'tried' && (
          <>
            <p className="tabular-nums">{describeDryRun(state.outcome)}</p>
            {warnOfDryRun(state.outcome).map((warning) => (
              <p key={warning} className="flex gap-2 text-yellow">
                <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
                {warning}
              </p>
            ))}
          </>
        )}
      </div>
    </section>
  )
}

const failure = 'Failed to try the coupon'

import { refusedPayout, type Payout, type RefusedPayout } from '@keydesk/contract'
import { useState } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import * as z from 'zod/mini'
import { ApiError } from '../../../api/error.ts'
import { Button } from '../../../kit/button.tsx'
import { FailedHint } from '../../../kit/failed.tsx'
import { Field } from '../../../kit/field.tsx'
import { FormDialog } from '../../../kit/form-dialog.tsx'
import { formatCount, plural } from '../../../kit/format.ts'
import { Textarea } from '../../../kit/textarea.tsx'
import { usedUnknown } from './flag-words.ts'
import { matchTransactions, withoutPayout } from './match-transactions.ts'
import { useCompletePayouts, useUsedTransactions } from './payouts-data.ts'
import { totalsOf } from './run-bar.tsx'
import { RunPreview } from './run-preview.tsx'

interface Props {
  readonly payouts: readonly Payout[]
  readonly onLeaveOut: (payout: Payout) => void
  readonly onDone: () => void
  readonly onClose: () => void
}

interface RunForm {
  lines: string
}

/** Completes several payouts that were sent, each by the transaction that proves it. */
export function RunDialog({ payouts, onLeaveOut, onDone, onClose }: Props) {
  const complete = useCompletePayouts()
  const [refused, setRefused] = useState<readonly RefusedPayout[]>([])
  const count = plural(payouts.length, 'payout')
  const submit = async ({ lines }: RunForm) => {
    const { transactions } = matchTransactions(lines, payouts)
    setRefused([])
    try {
      await complete.mutateAsync({ payouts: payouts.map(({ id }) => ({ id, transaction_id: transactions.get(id)! })) })
    } catch (error) {
      setRefused(refusedOf(error))
      throw error
    }
    onDone()
  }
  return (
    <FormDialog<RunForm>
      title={`Complete ${count}`}
      description={`Send ${totalsOf(payouts)}, then paste the transaction IDs. All are completed, or none.`}
      submitLabel={`Complete ${count}`}
      busyLabel="Completing..."
      initial={{ lines: '' }}
      check={() => ({})}
      isReady={({ lines }) => payouts.length > 0 && matchTransactions(lines, payouts).transactions.size === payouts.length}
      onSubmit={submit}
      inlineError={(error) =>
        refusedOf(error).length > 0 ? 'Nothing was completed. What stands against it is said beside each payout.' : error.message
      }
      onClose={onClose}
    >
      {(form) => (
        <Lines
          form={form}
          payouts={payouts}
          refused={refused}
          onLeaveOut={(payout) => {
            form.setValue('lines', withoutPayout(form.getValues('lines'), payouts, payout), { shouldDirty: true })
            form.clearErrors()
            setRefused(refused.filter(({ id }) => id !== payout.id))
            onLeaveOut(payout)
          }}
        />
      )}
    </FormDialog>
  )
}

interface LinesProps extends Pick<Props, 'payouts' | 'onLeaveOut'> {
  readonly form: UseFormReturn<RunForm>
  readonly refused: readonly RefusedPayout[]
}

function Lines({ form, payouts, refused, onLeaveOut }: LinesProps) {
  const lines = useWatch({ control: form.control, name: 'lines' })
  const { transactions, problem } = matchTransactions(lines, payouts)
  const { used, failed } = useUsedTransactions(transactions.values())
  const repeated = payouts.filter(({ id }) => used.has(transactions.get(id) ?? '')).length
  const typed = lines.trim()
  const isOneForMany = payouts.length > 1 && typed !== '' && !typed.includes('\n') && problem === null && transactions.has(payouts[0]!.id)
  return (
    <>
      <Field
        label="Transaction IDs"
        required
        helper="One per line, in the order below; or the payout’s ID before each: 12 0xabc"
        error={problem ?? undefined}
      >
        {(control) => (
          <Textarea
            {...control}
            {...form.register('lines')}
            rows={4}
            wrap="off"
            mono
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
          />
        )}
      </Field>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div role="status" className="text-table tabular-nums">
          <p className="text-muted">
            {formatCount(transactions.size)} of {plural(payouts.length, 'payout')} with a transaction ID
          </p>
          {repeated > 0 && <p className="text-yellow">{formatCount(repeated)} with one that a completed payout has already</p>}
        </div>
        {isOneForMany && (
          <Button
            size="sm"
            onClick={() => form.setValue('lines', payouts.map(() => transactions.get(payouts[0]!.id)).join('\n'), { shouldDirty: true })}
          >
            Same for all {formatCount(payouts.length)}
          </Button>
        )}
      </div>
      {failed && <FailedHint title={usedUnknown} {...failed} />}
      <RunPreview payouts={payouts} transactions={transactions} used={used} refused={refused} onLeaveOut={onLeaveOut} />
    </>
  )
}

const refusal = z.object({ refused: z.array(refusedPayout) })

function refusedOf(error: unknown): readonly RefusedPayout[] {
  if (!(error instanceof ApiError)) return []
  const read = refusal.safeParse(error.data)
  return read.success ? read.data.refused : []
}

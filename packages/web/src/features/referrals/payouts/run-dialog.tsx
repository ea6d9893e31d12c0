import { type Payout, type RefusedPayout, type UsedTransaction, formatUsd, refusedPayout } from '@keydesk/contract'
import { ArrowRight, CircleX } from 'lucide-react'
import { useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { ApiError } from '../../../api/error.ts'
import { Button } from '../../../kit/controls/button.tsx'
import { CopyButton } from '../../../kit/controls/copy-button.tsx'
import { Textarea } from '../../../kit/controls/input.tsx'
import { FailedHint } from '../../../kit/feedback/failed.tsx'
import { Warning } from '../../../kit/overlay/warning.tsx'
import { Field } from '../../../kit/form/field.tsx'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { formatCount, plural } from '../../../kit/text/format.ts'
import { useCompletePayouts, useUsedTransactions } from './data.ts'
import { flagsOf, usedText, usedFailure, userOf } from './format.ts'
import { matchTransactions, withoutPayout } from './match-transactions.ts'
import { totalsOf } from './run-bar.tsx'

interface RunDialogProps {
  readonly payouts: readonly Payout[]
  readonly onLeaveOut: (payout: Payout) => void
  readonly onDone: () => void
  readonly onClose: () => void
}

interface RunForm {
  lines: string
}

/** Completes several paid payouts, each with its transaction. */
export function RunDialog({ payouts, onLeaveOut, onDone, onClose }: RunDialogProps) {
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
      isReady={({ lines }) => payouts.length > 0 && matchTransactions(lines, payouts).transactions.size === payouts.length}
      onSubmit={submit}
      inlineError={(error) => (refusedOf(error).length > 0 ? 'Nothing was completed. The reason is beside each payout.' : error.message)}
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

interface LinesProps extends Pick<RunDialogProps, 'payouts' | 'onLeaveOut'> {
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
      {failed && <FailedHint title={usedFailure} {...failed} />}
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

interface RunPreviewProps {
  readonly payouts: readonly Payout[]
  /** Transaction ids by payout id. */
  readonly transactions: ReadonlyMap<number, string>
  /** Transactions that completed payouts have already, by id. */
  readonly used: ReadonlyMap<string, UsedTransaction>
  readonly refused: readonly RefusedPayout[]
  readonly onLeaveOut: (payout: Payout) => void
}

/** Amount, address and transaction of each payout. */
const RunPreview = ({ payouts, transactions, used, refused, onLeaveOut }: RunPreviewProps) => (
  <ol aria-label="Payouts" className="divide-y divide-border rounded-control border border-border text-table">
    {payouts.map((payout) => {
      const before = used.get(transactions.get(payout.id) ?? '')
      const reason = refused.find(({ id }) => id === payout.id)?.message
      return (
        <li key={payout.id} className="space-y-1 px-3 py-2">
          <p className="flex items-baseline justify-between gap-3">
            <span className="min-w-0 wrap-anywhere">
              <span className="text-muted tabular-nums">#{payout.id}</span> <span className="font-medium">{userOf(payout)}</span>
            </span>
            <span className="font-medium tabular-nums">{formatUsd(payout.amount)}</span>
          </p>
          <p className="flex items-center gap-1">
            <span className="min-w-0 flex-1">
              <span className="text-muted">{payout.wallet_type}</span> <span className="font-mono break-all">{payout.wallet_address}</span>
            </span>
            <CopyButton text={payout.wallet_address} label={`Copy address of #${payout.id}`} />
          </p>
          <p className="flex items-start gap-2">
            <ArrowRight aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
            {transactions.has(payout.id) ? (
              <span className="min-w-0 font-mono break-all">{transactions.get(payout.id)}</span>
            ) : (
              <span className="text-muted">No transaction ID yet</span>
            )}
          </p>
          {before !== undefined && <Warning>{usedText(before)}</Warning>}
          {flagsOf(payout).map(({ short, tone, sentence }) => (
            <Warning key={short} tone={tone}>
              {sentence(payout)}
            </Warning>
          ))}
          {reason !== undefined && (
            <p role="alert" className="flex flex-wrap items-center gap-2 text-red">
              <CircleX aria-hidden className="size-4 shrink-0" />
              <span className="min-w-0 flex-1 wrap-anywhere">{reason}</span>
              <Button size="sm" onClick={() => onLeaveOut(payout)}>
                Leave out
              </Button>
            </p>
          )}
        </li>
      )
    })}
  </ol>
)

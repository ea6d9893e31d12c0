import { formatUsd, inSentence, limits, type Payout } from '@keydesk/contract'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { messageOr } from '../../../api/error.ts'
import { CopyButton } from '../../../kit/controls/copy-button.tsx'
import { Input, Textarea } from '../../../kit/controls/input.tsx'
import { FailedHint } from '../../../kit/feedback/failed.tsx'
import { Warning } from '../../../kit/overlay/warning.tsx'
import { Field } from '../../../kit/form/field.tsx'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { useDecidePayout, usePendingPayout, useUsedTransactions } from './data.ts'
import { flagsOf, usedText, usedFailure, userOf } from './format.ts'

interface CompletePayoutDialogProps {
  readonly payout: Payout
  readonly onDecided: (payouts: readonly Payout[]) => void
  readonly onClose: () => void
}

/** The seller makes the transfer in a wallet. Shows the data for it, and asks for the transaction ID as proof. */
export function CompletePayoutDialog({ payout: opened, onDecided, onClose }: CompletePayoutDialogProps) {
  const decide = useDecidePayout(opened)
  const now = usePendingPayout(opened)
  const payout = now.data ?? opened
  const [amount, user] = [formatUsd(payout.amount), userOf(payout)]
  const instruction = () => {
    if (now.data === null) return <DoNotSend>{`Do not send ${amount}: this payout is no longer pending.`}</DoNotSend>
    if (payout.flags.includes('balance_overdrawn'))
      return <DoNotSend>{`Do not send ${amount}: the balance of ${user} no longer covers it.`}</DoNotSend>
    if (now.data !== undefined) return `Send ${amount} to ${user}, then enter the transaction.`
    return now.isError ? `Do not send ${amount} before this is checked.` : 'Checking whether this payout is still pending...'
  }
  return (
    <FormDialog
      title="Complete Payout"
      description={<span role="status">{instruction()}</span>}
      submitLabel="Complete Payout"
      busyLabel="Completing..."
      initial={{ transaction_id: '' }}
      isReady={({ transaction_id }) => transaction_id.trim() !== ''}
      onSubmit={async ({ transaction_id }) => {
        await decide.mutateAsync({ status: 'completed', transaction_id: transaction_id.trim() })
        onDecided([payout])
      }}
      inlineError={messageOr('Failed to update payout status')}
      onClose={onClose}
    >
      {(form) => (
        <>
          {now.isError && (
            <FailedHint
              title="Failed to check whether this payout is still pending"
              isTrying={now.isFetching}
              onRetry={() => void now.refetch()}
            />
          )}
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2 rounded-control border border-border p-3 text-table">
            <dt className="text-muted">Amount</dt>
            <dd className="font-medium tabular-nums">{amount}</dd>
            <dt className="text-muted">Wallet Type</dt>
            <dd>{payout.wallet_type}</dd>
            <dt className="pt-2 text-muted">Wallet Address</dt>
            <dd className="flex items-center gap-1">
              <span className="min-w-0 flex-1 font-mono break-all">{payout.wallet_address}</span>
              <CopyButton text={payout.wallet_address} label="Copy address" />
            </dd>
          </dl>
          {flagsOf(payout)
            .filter(({ tone }) => tone === 'yellow')
            .map(({ short, sentence }) => (
              <Warning key={short} className="text-table">
                {sentence(payout)}
              </Warning>
            ))}
          <Field
            label="Transaction ID"
            required
            helper="The blockchain's ID of the transfer. A completed payout cannot be changed any more."
            error={form.formState.errors.transaction_id?.message}
          >
            {(control) => (
              <Input
                {...control}
                {...form.register('transaction_id')}
                mono
                autoComplete="off"
                autoCapitalize="off"
                spellCheck={false}
                maxLength={200}
              />
            )}
          </Field>
          <UsedBefore form={form} />
        </>
      )}
    </FormDialog>
  )
}

function UsedBefore({ form }: { readonly form: UseFormReturn<{ transaction_id: string }> }) {
  const typed = useWatch({ control: form.control, name: 'transaction_id' }).trim()
  const { used, failed } = useUsedTransactions(typed === '' ? [] : [typed])
  const before = used.get(typed)
  return (
    <>
      <div role="status">{before !== undefined && <Warning className="text-table">{usedText(before)}</Warning>}</div>
      {failed && <FailedHint title={usedFailure} {...failed} />}
    </>
  )
}

const DoNotSend = ({ children }: { readonly children: ReactNode }) => (
  <span className="mt-2 flex gap-2 rounded-control bg-red-hue/15 px-3 py-2 text-red">
    <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
    <span>{children}</span>
  </span>
)

interface RejectPayoutDialogProps {
  readonly payout: Payout
  readonly onDecided: (payouts: readonly Payout[]) => void
  readonly onClose: () => void
}

export function RejectPayoutDialog({ payout, onDecided, onClose }: RejectPayoutDialogProps) {
  const decide = useDecidePayout(payout)
  const [amount, user] = [formatUsd(payout.amount), inSentence(userOf(payout))]
  return (
    <FormDialog
      title={`Reject payout of ${amount}?`}
      description={`The payout #${payout.id} to ${user} is marked as failed, for good. ${amount} returns to the balance of ${user}.`}
      submitLabel="Reject Payout"
      busyLabel="Rejecting..."
      isDanger
      initial={{ reason: '' }}
      check={({ reason }) =>
        reason.trim().length > limits.payoutReason ? { reason: `Reason must be at most ${limits.payoutReason} characters` } : {}
      }
      onSubmit={async ({ reason }) => {
        await decide.mutateAsync({ status: 'failed', ...(reason.trim() !== '' && { reason: reason.trim() }) })
        onDecided([payout])
      }}
      inlineError={messageOr('Failed to update payout status')}
      onClose={onClose}
    >
      {({ register, formState: { errors } }) => (
        <>
          {payout.flags.includes('balance_overdrawn') && (
            <Warning className="text-table">
              {`If you have sent it already, do not reject it: ${amount} would be paid twice. Leave it pending: it can be completed once ${user} has earned enough again.`}
            </Warning>
          )}
          <Field label="Reason" helper="Optional, for your team: it stays with the payout" error={errors.reason?.message}>
            {(control) => <Textarea {...control} {...register('reason')} rows={3} maxLength={limits.payoutReason} />}
          </Field>
        </>
      )}
    </FormDialog>
  )
}

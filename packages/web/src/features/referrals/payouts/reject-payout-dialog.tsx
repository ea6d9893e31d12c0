import { formatUsd, limits, type Payout } from '@keydesk/contract'
import { Field } from '../../../kit/field.tsx'
import { FormDialog } from '../../../kit/form-dialog.tsx'
import { inSentence } from '../../../kit/format.ts'
import { Textarea } from '../../../kit/textarea.tsx'
import { reasonOr } from '../reason.ts'
import { userOf } from './flag-words.ts'
import { useDecidePayout } from './payouts-data.ts'

interface Props {
  readonly payout: Payout
  readonly onDecided: (payouts: readonly Payout[]) => void
  readonly onClose: () => void
}

export function RejectPayoutDialog({ payout, onDecided, onClose }: Props) {
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
      inlineError={reasonOr('Failed to update payout status')}
      onClose={onClose}
    >
      {({ register, formState: { errors } }) => (
        <Field label="Reason" helper="Optional, for your team: it stays with the payout" error={errors.reason?.message}>
          {(control) => <Textarea {...control} {...register('reason')} rows={3} maxLength={limits.payoutReason} />}
        </Field>
      )}
    </FormDialog>
  )
}

import {
  inSentence,
  type OrderDetails,
  orders,
  type ReplaceKeyInput,
  replaceKeyInput,
  type ReplaceReason,
  replaceReasons,
} from '@keydesk/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check, Copy } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useApi } from '../../../api/context.tsx'
import { serverMessageOr } from '../../../api/error.ts'
import { queryKeys } from '../../../api/query-keys.ts'
import { Button } from '../../../kit/controls/button.tsx'
import { CopyButton, copyText } from '../../../kit/controls/copy-button.tsx'
import { Textarea } from '../../../kit/controls/input.tsx'
import { Select } from '../../../kit/controls/select.tsx'
import { Field } from '../../../kit/form/field.tsx'
import { checkWith } from '../../../kit/form/form-check.ts'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { Modal } from '../../../kit/overlay/dialog.tsx'
import { useMay } from '../../../session/session-provider.tsx'
import { storeOrder } from '../data.ts'
import { reasonNames, replyText } from './format.ts'

interface Props {
  readonly orderId: number
  readonly keyId: number
  /** The name of product and variant. */
  readonly name: string
  readonly onReplaced: () => void
  readonly onClose: () => void
}

interface Values {
  reason: ReplaceReason
  note: string
}

type Step = { readonly is: 'asking' } | ({ readonly is: 'replaced'; readonly reason: ReplaceReason } & Replaced)

interface Replaced {
  /** The order as it is now; undefined if the session ended. */
  readonly order: OrderDetails | undefined
  /** The new key; null if it may not or could not be read. */
  readonly value: string | null
}

const check = checkWith(replaceKeyInput)
const options = replaceReasons.map((value) => ({ value, label: reasonNames[value] }))

/** Gives a customer another key, then a reply to send it with. */
export function ReplaceKeyDialog({ orderId, keyId, name, onReplaced, onClose }: Props) {
  const [step, setStep] = useState<Step>({ is: 'asking' })
  const canReveal = useMay()('orders:reveal')
  const replace = useReplaceKey(orderId, keyId, canReveal)

  if (step.is === 'replaced') {
    const done = (
      <Button variant="primary" onClick={onClose}>
        Done
      </Button>
    )
    return (
      <Modal title="Key replaced" description={`Order #${orderId} has a new key for ${inSentence(name)}.`} onClose={onClose} footer={done}>
        {step.value === null ? (
          <p>
            {canReveal
              ? 'The new key could not be shown. Reveal the keys of the order to see it.'
              : step.order && wayToCustomer(step.order, keyId)}
          </p>
        ) : (
          <ReplyText text={replyText(step.reason, name, step.value)}>
            <div className="flex items-center gap-2">
              <span className="shrink-0 text-muted">New key</span>
              <code className="min-w-0 font-mono text-table break-all">{step.value}</code>
              <CopyButton text={step.value} label="Copy new key" />
            </div>
          </ReplyText>
        )}
      </Modal>
    )
  }
  return (
    <FormDialog<Values>
      title="Replace key"
      description={`The customer of order #${orderId} gets the oldest key in stock of ${inSentence(name)}. The old key becomes revoked and is never sold again.`}
      submitLabel="Replace key"
      busyLabel="Replacing..."
      initial={{ reason: 'not_working', note: '' }}
      check={check}
      inlineError={(error) => serverMessageOr(error, 'Failed to replace key')}
      onSubmit={async ({ reason, note }) => {
        const replaced = await replace({ reason, note: note.trim() })
        onReplaced()
        setStep({ is: 'replaced', reason, ...replaced })
        // The dialog stays, with the reply in it.
        return false
      }}
      onClose={onClose}
    >
      {({ register, watch, setValue, formState: { errors } }) => (
        <>
          <Field label="Reason" error={errors.reason?.message}>
            {(control) => (
              <Select
                {...control}
                value={watch('reason')}
                options={options}
                onChange={(reason) => setValue('reason', reason as ReplaceReason, { shouldDirty: true })}
              />
            )}
          </Field>
          <Field label="Note" helper="For the staff. The customer does not see it." error={errors.note?.message}>
            {(control) => <Textarea {...control} {...register('note')} rows={3} />}
          </Field>
        </>
      )}
    </FormDialog>
  )
}

/** How the customer gets the key in place of this one. Its mail can be turned off by itself: then none was stored with the replacement. */
function wayToCustomer({ is_page_on, mails, replaced_keys }: OrderDetails, keyId: number): string {
  const replacedAt = replaced_keys.find(({ id }) => id === keyId)?.replaced_at ?? ''
  const isMailed = mails.some(({ kind, at }) => kind === 'key_replaced' && Date.parse(at ?? '') >= Date.parse(replacedAt))
  if (isMailed) return `The customer gets it by mail${is_page_on ? ', and finds it on the order’s page' : ''}.`
  if (is_page_on) return 'The customer finds it on the order’s page.'
  return 'Nothing sends it to the customer. Ask a member who may see keys to send it.'
}

/** Changed by a replacement besides the order. Amounts, coupons and statistics stay. */
const alsoChanged = [queryKeys.keyHistories, queryKeys.products, queryKeys.variants, queryKeys.allKeyImports]

/** Replaces a key. Rejects if the key was not replaced; the data on screen is then out of date and is refetched. */
function useReplaceKey(orderId: number, keyId: number, canReveal: boolean) {
  const api = useApi()
  const queries = useQueryClient()
  const newValueOf = async (order: OrderDetails | undefined) => {
    if (!canReveal) return null
    const newId = order?.replaced_keys.find(({ id }) => id === keyId)?.replacement_id
    const revealed = await api(orders.revealKeys, { params: { id: orderId } }).catch(() => undefined)
    return revealed?.data.find(({ id }) => id === newId)?.value ?? null
  }
  return useMutation({
    mutationFn: async (body: ReplaceKeyInput): Promise<Replaced> => {
      const answer = await api(orders.replaceKey, { params: { id: orderId, key_id: keyId }, body })
      storeOrder(queries, answer)
      return { order: answer?.data, value: await newValueOf(answer?.data) }
    },
    onSettled: () => {
      // The order too: its timeline has recorded that the keys were shown, and after a refusal the order on screen is out of date.
      for (const queryKey of [queryKeys.order(orderId), ...alsoChanged]) void queries.invalidateQueries({ queryKey })
    },
  }).mutateAsync
}

/** The reply to the customer, to edit and to copy. */
function ReplyText({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  const [reply, setReply] = useState(text)
  const [isCopied, setCopied] = useState(false)
  return (
    <div className="space-y-3">
      {children}
      <Field label="Reply to the customer">
        {(control) => (
          <Textarea
            {...control}
            rows={10}
            value={reply}
            onChange={(event) => {
              setReply(event.target.value)
              setCopied(false)
            }}
          />
        )}
      </Field>
      <Button
        data-autofocus
        icon={isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
        onClick={() => void copyText(reply).then(setCopied)}
      >
        {isCopied ? 'Reply copied' : 'Copy reply'}
      </Button>
    </div>
  )
}

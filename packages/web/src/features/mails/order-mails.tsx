import { type OrderDetails, type OrderMail, mailInput } from '@keydesk/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../../api/context.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { Input } from '../../kit/controls/input.tsx'
import { Badge } from '../../kit/feedback/badge.tsx'
import { Loaded } from '../../kit/feedback/loaded.tsx'
import { SkeletonLines } from '../../kit/feedback/loading.tsx'
import { Field } from '../../kit/form/field.tsx'
import { checkWith } from '../../kit/form/form-check.ts'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { Card } from '../../kit/layout/card.tsx'
import { Modal } from '../../kit/overlay/dialog.tsx'
import { DrawerSection } from '../../kit/overlay/drawer.tsx'
import { DateText } from '../../kit/text/date-text.tsx'
import { useMay } from '../../session/session-provider.tsx'
import { orderQuery } from '../orders/data.ts'
import { nameOfKind, orderMailQuery, useMailOrder } from './data.ts'
import { MailFrame, ShownMail } from './frame.tsx'

/** How often to look again while a mail is on its way. */
const pollMs = 1_500

/** What was mailed about an order and what became of it, with buttons to mail it again. */
export function OrderMails({ order }: { readonly order: OrderDetails }) {
  const { id, status, customer_email, mails, keys, is_mail_on } = order
  const may = useMay()
  const mail = useMailOrder(order)
  const [open, setOpen] = useState<'address' | OrderMail | null>(null)
  const isUnderWay = mails.some(({ state, reason }) => state === 'waiting' && reason === null)
  useQuery({ ...orderQuery(useApi(), id), refetchInterval: isUnderWay && pollMs })
  const close = () => setOpen(null)
  // A past order of another shop may have no keys.
  const hasNews = status === 'refunded' || (status === 'completed' && keys.some(({ state }) => state === 'sold'))
  // As it is on screen: if somebody refunded the order meanwhile, the server refuses.
  const kind = status === 'refunded' ? 'order_refunded' : 'order_completed'
  const canMail = is_mail_on && may('orders:write') && hasNews
  if (mails.length === 0 && !canMail && (is_mail_on || status !== 'completed')) return null
  const actions = canMail && (
    <>
      <Button size="sm" busy={mail.isPending && 'Sending...'} onClick={() => mail.mutate({ kind })}>
        {mails.length === 0 ? 'Send' : 'Resend'}
      </Button>
      {may('orders:reveal') && (
        <Button size="sm" onClick={() => setOpen('address')}>
          Send to another address
        </Button>
      )}
    </>
  )
  return (
    <DrawerSection title="Mails" actions={actions}>
      <Card>
        {!is_mail_on && <p className="px-4 py-3 text-muted">Mail is off: nothing is sent.</p>}
        {is_mail_on && mails.length === 0 && <p className="px-4 py-3 text-muted">Nothing was mailed.</p>}
        {mails.length > 0 && (
          <ul className="divide-y divide-border">
            {mails.map((each) => (
              <li key={each.id} className="px-4 py-3">
                <MailLine mail={each} onRead={() => setOpen(each)} />
              </li>
            ))}
          </ul>
        )}
      </Card>
      {open === 'address' && <AddressDialog email={customer_email} onSend={(to) => mail.mutateAsync({ to, kind })} onClose={close} />}
      {open !== null && open !== 'address' && <SentMail orderId={id} mail={open} onClose={close} />}
    </DrawerSection>
  )
}

const states = {
  waiting: { tone: 'yellow', name: 'Waiting' },
  sent: { tone: 'green', name: 'Sent' },
  failed: { tone: 'red', name: 'Failed' },
} as const

const isState = (text: string): text is keyof typeof states => text in states

function MailLine({ mail: { kind, to, at, sent_at, state, reason }, onRead }: { readonly mail: OrderMail; readonly onRead: () => void }) {
  const { tone, name } = states[isState(state) ? state : 'failed']
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <span className="font-medium">{nameOfKind(kind)}</span>
        <span className="flex items-center gap-2">
          <Badge tone={tone}>{name}</Badge>
          {state === 'sent' && (
            <Button size="sm" variant="ghost" onClick={onRead}>
              Read
            </Button>
          )}
        </span>
      </div>
      <p className="text-table text-muted">
        <span className="break-all">{to}</span> · <DateText at={sent_at ?? at} as="second" />
      </p>
      {reason !== null && <p className="mt-1 text-table wrap-anywhere">{reason}</p>}
    </>
  )
}

interface AddressProps {
  readonly email: string
  readonly onSend: (to: string) => Promise<unknown>
  readonly onClose: () => void
}

const check = checkWith(mailInput)

const AddressDialog = ({ email, onSend, onClose }: AddressProps) => (
  <FormDialog
    title="Send to another address"
    description="It becomes the email of the order. The link in earlier mails ends."
    submitLabel="Send"
    busyLabel="Sending..."
    initial={{ to: email }}
    check={check}
    onSubmit={({ to }) => onSend(to)}
    onClose={onClose}
  >
    {({ register, formState: { errors } }) => (
      <Field label="Email" required error={errors.to?.message}>
        {(props) => (
          <Input
            {...props}
            {...register('to')}
            type="email"
            inputMode="email"
            autoComplete="off"
            onFocus={(event) => event.target.select()}
          />
        )}
      </Field>
    )}
  </FormDialog>
)

interface SentProps {
  readonly orderId: number
  readonly mail: OrderMail
  readonly onClose: () => void
}

function SentMail({ orderId, mail, onClose }: SentProps) {
  const query = useQuery(orderMailQuery(useApi(), orderId, mail.id))
  return (
    <Modal title={nameOfKind(mail.kind)} description={`As it was sent to ${mail.to}. Keys and the link are masked.`} onClose={onClose}>
      <Loaded query={query} failure="Failed to fetch the mail" skeleton={<SkeletonLines lines={10} />}>
        {({ subject, html }) => (
          <ShownMail subject={subject}>{(theme) => <MailFrame title="The mail" html={html} theme={theme} height={440} />}</ShownMail>
        )}
      </Loaded>
    </Modal>
  )
}

import { type ApiKey, dayOf, inSentence, isDay, limits, type RotatedApiKey } from '@keydesk/contract'
import { useQuery } from '@tanstack/react-query'
import { Ban, KeyRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Controller, type UseFormRegisterReturn } from 'react-hook-form'
import { useApi } from '../../api/context.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { FilterChip } from '../../kit/controls/filter-chip.tsx'
import { Input } from '../../kit/controls/input.tsx'
import { Select } from '../../kit/controls/select.tsx'
import { Field } from '../../kit/form/field.tsx'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { ShownOnce } from '../../kit/form/shown-once.tsx'
import { Modal } from '../../kit/overlay/dialog.tsx'
import type { RowAction } from '../../kit/table/row-actions.tsx'
import { formatCount, formatDateTime, plural, viewerZone } from '../../kit/text/format.ts'
import { useMay } from '../../session/session-provider.tsx'
import { apiKeysQuery, useRevokeApiKey, useRotateApiKey } from './data.ts'

/** Actions on an API key, for its own panel and for disabling a member, the last day of a key, and the filter by one. */

type Open =
  | { readonly is: 'nothing' | 'revoking' }
  /** The preselected hours for which the old secret still works. */
  | { readonly is: 'rotating'; readonly overlap: number }
  | { readonly is: 'rotated'; readonly made: RotatedApiKey; readonly overlap: number }

interface ActionsOptions {
  /** A person who must not sell any more knows the secret, so the preselected overlap is none. */
  readonly isKnown?: boolean
  readonly onDone?: (what: 'rotated' | 'revoked') => void
}

/** What can be done with a key, and the dialogs of it. */
export function useApiKeyActions(apiKey: ApiKey, { isKnown = false, onDone }: ActionsOptions = {}) {
  const [open, setOpen] = useState<Open>({ is: 'nothing' })
  const revoke = useRevokeApiKey()
  const close = () => setOpen({ is: 'nothing' })
  const actions: readonly RowAction[] = [
    {
      label: 'Rotate',
      icon: <KeyRound aria-hidden />,
      onSelect: () => setOpen({ is: 'rotating', overlap: isKnown ? 0 : defaultOverlap }),
    },
    { label: 'Revoke', icon: <Ban aria-hidden />, isDanger: true, busy: revoke.isPending, onSelect: () => setOpen({ is: 'revoking' }) },
  ]
  const dialog: ReactNode = (
    <>
      {open.is === 'revoking' && (
        <RevokeDialog
          apiKey={apiKey}
          onRotate={() => setOpen({ is: 'rotating', overlap: 0 })}
          onRevoke={() => {
            close()
            revoke.mutate(apiKey, { onSuccess: () => onDone?.('revoked') })
          }}
          onClose={close}
        />
      )}
      {open.is === 'rotating' && (
        <RotateDialog
          apiKey={apiKey}
          overlap={open.overlap}
          onRotated={(made, overlap) => setOpen({ is: 'rotated', made, overlap })}
          // The form also closes when the secret is shown: that must not close the secret.
          onClose={() => setOpen((now) => (now.is === 'rotating' ? { is: 'nothing' } : now))}
        />
      )}
      {open.is === 'rotated' && (
        <ShownOnce
          title="API key rotated"
          text={`Put the new key into the settings of ${inSentence(apiKey.name)}. It is shown only now. ${oldSecretText(open)}`}
          label="API key"
          secret={open.made.key}
          onClose={() => {
            close()
            onDone?.('rotated')
          }}
        />
      )}
    </>
  )
  return { actions, dialog }
}

const oldSecretText = ({ made: { old_ends_at }, overlap }: Extract<Open, { is: 'rotated' }>): string =>
  old_ends_at === null || overlap === 0 || Date.parse(old_ends_at) <= Date.now()
    ? 'The old one no longer works.'
    : `The old one works until ${formatDateTime(old_ends_at)}.`

/** Hours; long enough to change the settings of a storefront without interrupting its sales. */
const defaultOverlap = 24
const overlaps = [
  { value: '0', label: 'At once' },
  ...[1, defaultOverlap, limits.apiKeyOverlapHours].map((hours) => ({ value: String(hours), label: `After ${plural(hours, 'hour')}` })),
]

/** The expiry of a key that works until the end of its last day, in the viewer's time zone; null for '' and for a day that is refused. */
export function expiryOf(lastDay: string): string | null {
  if (!isDay(lastDay)) return null
  const at = new Date(`${lastDay}T00:00`)
  at.setDate(at.getDate() + 1)
  return at.toISOString()
}

const lastDayOf = ({ expires_at }: ApiKey): string => (expires_at === null ? '' : dayOf(new Date(Date.parse(expires_at) - 1), viewerZone()))

/** The problem of a last day that is over, half typed, or in a year that the server does not take. */
export const checkLastDay = (lastDay: string): string | undefined => {
  const expiry = expiryOf(lastDay)
  if (expiry === null && lastDay !== '') return 'Enter a whole date, with a year of four digits'
  return expiry !== null && Date.parse(expiry) <= Date.now() ? 'Choose today or a later day' : undefined
}

interface LastDayProps {
  readonly field: UseFormRegisterReturn
  readonly error: string | undefined
}

export const LastDayField = ({ field, error }: LastDayProps) => (
  <Field
    label="Last day (optional)"
    helper="The key works until the end of this day. If it is empty, the key does not expire."
    error={error}
  >
    {(props) => <Input {...props} {...field} type="date" max="9999-12-31" className="md:max-w-48" />}
  </Field>
)

interface RotateProps {
  readonly apiKey: ApiKey
  readonly overlap: number
  readonly onRotated: (made: RotatedApiKey, overlap: number) => void
  readonly onClose: () => void
}

function RotateDialog({ apiKey, overlap, onRotated, onClose }: RotateProps) {
  const rotate = useRotateApiKey(apiKey.id)
  // The values when the dialog opened: the list may show a rotation whose answer was lost.
  const [seen] = useState({ hint: apiKey.hint, lastDay: lastDayOf(apiKey) })
  return (
    <FormDialog
      title={`Rotate ${inSentence(apiKey.name)}?`}
      description="You get a new key for the same storefront. It keeps access to its orders."
      submitLabel="Rotate"
      busyLabel="Rotating..."
      initial={{ overlap: String(overlap), lastDay: seen.lastDay }}
      check={({ lastDay }) => ({ lastDay: checkLastDay(lastDay) })}
      onSubmit={async ({ overlap: hours, lastDay }) => {
        const overlap_hours = Number(hours)
        // The key may end within its last day, and goes on doing so unless that is changed.
        const expiry = lastDay === seen.lastDay ? {} : { expires_at: expiryOf(lastDay) }
        onRotated(await rotate({ overlap_hours, hint: seen.hint, ...expiry }), overlap_hours)
      }}
      inlineError={(error) => error.message}
      onClose={onClose}
    >
      {({ control, register, formState: { errors } }) => (
        <>
          <Controller
            control={control}
            name="overlap"
            render={({ field }) => (
              <Field
                label="The old key stops working"
                required
                helper="With a later time, the storefront can sell until it has the new key. If the key leaked, choose “At once”. A key from an earlier rotation stops now."
              >
                {(props) => <Select {...props} value={field.value} options={overlaps} onChange={field.onChange} />}
              </Field>
            )}
          />
          <LastDayField field={register('lastDay')} error={errors.lastDay?.message} />
        </>
      )}
    </FormDialog>
  )
}

interface RevokeProps {
  readonly apiKey: ApiKey
  readonly onRotate: () => void
  readonly onRevoke: () => void
  readonly onClose: () => void
}

function RevokeDialog({ apiKey, onRotate, onRevoke, onClose }: RevokeProps) {
  const name = inSentence(apiKey.name)
  const pending = apiKey.pending_orders
  const orders =
    pending === 0
      ? 'It has no pending orders.'
      : `${formatCount(pending)} of its orders ${pending === 1 ? 'is' : 'are'} pending. Once it is revoked, ${pending === 1 ? 'it' : 'they'} can be completed only by hand.`
  const text = (
    <>
      <span className="block">{`The storefront that uses ${name} can no longer call the store API, and sells nothing until it has another key. This cannot be undone.`}</span>
      <span className="mt-2 block text-text">{orders}</span>
      <span className="mt-2 block">If the key leaked, rotate it: the storefront gets a new one and keeps its orders.</span>
    </>
  )
  const footer = (
    <>
      <Button onClick={onClose} data-autofocus>
        Cancel
      </Button>
      <Button onClick={onRotate}>Rotate instead</Button>
      <Button variant="danger" onClick={onRevoke}>
        Revoke
      </Button>
    </>
  )
  return <Modal role="alertdialog" size="sm" title={`Revoke ${name}?`} description={text} onClose={onClose} footer={footer} />
}

/** A filter by an API key: its name, and the way back to everything. Only owners can fetch names. */
export function ApiKeyChip({ id, onClear }: { readonly id: number; readonly onClear: () => void }) {
  const query = useQuery({ ...apiKeysQuery(useApi()), enabled: useMay()('api_keys:manage') })
  const name = query.data?.find((key) => key.id === id)?.name ?? `#${id}`
  return <FilterChip text={`With API key ${name}`} onRemove={onClear} />
}

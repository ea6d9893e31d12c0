import { type ApiKey, type ApiKeyInput, apiKeyInput, type ApiKeyScope, apiKeyScopes, inSentence, type NewApiKey } from '@keydesk/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { History, KeySquare, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Controller } from 'react-hook-form'
import { useApi } from '../../api/context.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { CheckboxList } from '../../kit/form/checkbox-list.tsx'
import { Input } from '../../kit/controls/input.tsx'
import { Badge } from '../../kit/feedback/badge.tsx'
import { EmptyState } from '../../kit/feedback/empty-state.tsx'
import { Loaded } from '../../kit/feedback/loaded.tsx'
import { SkeletonTable } from '../../kit/feedback/loading.tsx'
import { Field } from '../../kit/form/field.tsx'
import { checkWith } from '../../kit/form/form-check.ts'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { ShownOnce } from '../../kit/form/shown-once.tsx'
import { PanelSection } from '../../kit/overlay/drawer.tsx'
import { useSetSearchParams } from '../../kit/search-params.ts'
import { type Column, DataTable } from '../../kit/table/data-table.tsx'
import { RowActions } from '../../kit/table/row-actions.tsx'
import { DateText } from '../../kit/text/date-text.tsx'
import { formatCount, formatDateTime } from '../../kit/text/format.ts'
import { Money } from '../../kit/text/money.tsx'
import { apiKeysQuery, isExpired, scopeWords, useCreateApiKey } from './data.ts'
import { checkLastDay, expiryOf, LastDayField, useApiKeyActions } from './parts.tsx'

type Creating = { readonly is: 'closed' | 'asking' } | { readonly is: 'created'; readonly made: NewApiKey }

/** The keys of storefronts. For owners. */
export function ApiKeysPanel() {
  const query = useQuery(apiKeysQuery(useApi()))
  const [creating, setCreating] = useState<Creating>({ is: 'closed' })
  const create = (
    <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => setCreating({ is: 'asking' })}>
      Create API key
    </Button>
  )
  return (
    <>
      <PanelSection title="Storefront keys" description="A storefront sends its key with each call to the store API." action={create}>
        <Loaded query={query} failure="Failed to fetch the API keys" skeleton={<SkeletonTable rows={2} columns={5} />}>
          {(rows) => <DataTable label="API keys" rows={rows} columns={columns} rowKey={({ id }) => id} empty={empty} />}
        </Loaded>
      </PanelSection>
      {creating.is === 'asking' && (
        <CreateKeyDialog
          onCreated={(made) => setCreating({ is: 'created', made })}
          // The form also closes when the key is shown: that must not close the key.
          onClose={() => setCreating((now) => (now.is === 'asking' ? { is: 'closed' } : now))}
        />
      )}
      {creating.is === 'created' && (
        <ShownOnce
          title="API key created"
          text={`Put it into the settings of ${inSentence(creating.made.name)}. It is shown only now.`}
          label="API key"
          secret={creating.made.key}
          onClose={() => setCreating({ is: 'closed' })}
        />
      )}
    </>
  )
}

const empty = <EmptyState icon={<KeySquare />} title="No API keys yet" hint="Create one for each storefront that sells from this stock." />

const columns: Column<ApiKey>[] = [
  {
    title: 'Name',
    share: 2,
    priority: 'high',
    cell: (key) => (
      <>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {key.name}
          {key.revoked_at !== null ? <Badge tone="red">Revoked</Badge> : isExpired(key) && <Badge tone="yellow">Expired</Badge>}
        </span>
        <span className="block font-mono text-caption font-normal text-muted">{key.hint}…</span>
        {key.previous_ends_at !== null && key.revoked_at === null && (
          <span className="block text-caption font-normal text-yellow">The old one works until {formatDateTime(key.previous_ends_at)}</span>
        )}
      </>
    ),
  },
  { title: 'May use', share: 2, cell: ({ scopes }) => scopes.map((scope) => scopeWords[scope].name).join(', ') },
  {
    title: 'Orders',
    align: 'right',
    cell: ({ id, name, orders, pending_orders }) => (
      <>
        <OrdersLink search={{ api_key: id }} label={`${formatCount(orders)} orders of ${name}`}>
          {formatCount(orders)}
        </OrdersLink>
        {pending_orders > 0 && (
          <span className="block text-caption text-muted cards:inline">
            <span aria-hidden className="hidden cards:inline">
              {' · '}
            </span>
            <OrdersLink search={{ api_key: id, status: 'pending' }} label={`${formatCount(pending_orders)} pending orders of ${name}`}>
              {formatCount(pending_orders)} pending
            </OrdersLink>
          </span>
        )}
      </>
    ),
  },
  { title: 'Revenue', align: 'right', cell: ({ revenue }) => <Money amount={revenue} /> },
  {
    title: 'Last used',
    cell: ({ last_used_at, last_used_from }) => (
      <>
        <DateText at={last_used_at} as="time" />
        {last_used_from !== '' && <span className="block font-mono text-caption text-muted">{last_used_from}</span>}
      </>
    ),
  },
  { title: 'Expires', cell: ({ expires_at }) => <DateText at={expires_at} as="time" /> },
  { title: 'Actions', hideTitle: true, isActions: true, cell: (key) => <KeyActions apiKey={key} /> },
]

interface OrdersLinkProps {
  readonly search: { readonly api_key: number; readonly status?: 'pending' }
  readonly label: string
  readonly children: ReactNode
}

const OrdersLink = ({ search, label, children }: OrdersLinkProps) => (
  <Link
    to="/purchases/orders"
    search={search}
    aria-label={label}
    className="inline-block min-h-6 min-w-6 rounded-sm text-right leading-6 cards:text-left hover:text-accent hover:underline touch:py-3 touch:cards:-my-3"
  >
    {children}
  </Link>
)

function KeyActions({ apiKey }: { readonly apiKey: ApiKey }) {
  const change = useSetSearchParams()
  const { actions, dialog } = useApiKeyActions(apiKey)
  /** Everything that storefronts did with the key. */
  const showActivity = () => void change({ panel: 'activity', activity_api_key: apiKey.id }, { isStep: true })
  return (
    <>
      <RowActions
        actions={[
          { label: 'Activity', icon: <History aria-hidden />, onSelect: showActivity },
          ...(apiKey.revoked_at === null ? actions : []),
        ]}
      />
      {dialog}
    </>
  )
}

interface Form {
  readonly name: string
  readonly scopes: readonly ApiKeyScope[]
  /** The last day on which the key works, in the viewer's time zone; '' for no end. */
  readonly lastDay: string
}

const toInput = ({ name, scopes, lastDay }: Form): ApiKeyInput => ({
  name,
  scopes: [...scopes],
  expires_at: expiryOf(lastDay) ?? undefined,
})

const checkInput = checkWith(apiKeyInput)
const check = (form: Form) => ({ ...checkInput(toInput(form)), lastDay: checkLastDay(form.lastDay) })

const scopeChoices = apiKeyScopes.map((value) => ({ value, ...scopeWords[value] }))

const initial: Form = { name: '', scopes: apiKeyScopes, lastDay: '' }

interface Props {
  readonly onCreated: (made: NewApiKey) => void
  readonly onClose: () => void
}

function CreateKeyDialog({ onCreated, onClose }: Props) {
  const create = useCreateApiKey()
  return (
    <FormDialog
      title="Create API key"
      description="One for each storefront, so that you can revoke one without the others."
      submitLabel="Create"
      busyLabel="Creating..."
      initial={initial}
      check={check}
      onSubmit={async (form) => onCreated(await create(toInput(form)))}
      inlineError={(error) => error.message}
      onClose={onClose}
    >
      {({ control, register, formState: { errors } }) => (
        <>
          <Field label="Name" required helper="Which storefront it is for." error={errors.name?.message}>
            {(props) => <Input {...props} {...register('name')} maxLength={100} autoComplete="off" />}
          </Field>
          <Controller
            control={control}
            name="scopes"
            render={({ field: { value, onChange } }) => (
              <CheckboxList legend="What it may do" choices={scopeChoices} {...{ value, onChange }} error={errors.scopes?.message} />
            )}
          />
          <LastDayField field={register('lastDay')} error={errors.lastDay?.message} />
        </>
      )}
    </FormDialog>
  )
}

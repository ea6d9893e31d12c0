import type { ApiKey, NewApiKey } from '@keydesk/contract'
import { useQuery } from '@tanstack/react-query'
import { KeySquare, Plus } from 'lucide-react'
import { useState } from 'react'
import { useApi } from '../../api/context.tsx'
import { Badge } from '../../kit/badge.tsx'
import { Button } from '../../kit/button.tsx'
import { DataTable, type Column } from '../../kit/data-table.tsx'
import { DateText } from '../../kit/date-text.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { PanelSection } from '../../kit/panel-section.tsx'
import { ShownOnce } from '../../kit/shown-once.tsx'
import { SkeletonTable } from '../../kit/skeleton.tsx'
import { ApiKeyActions } from './api-key-parts-data.tsx'
import { apiKeysQuery, isExpired, scopeWords } from './api-keys-data.ts'
import { CreateKeyDialog } from './create-key-dialog.tsx'
import { formatCount, formatDateTime, inSentence } from '../../kit/format.ts'

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
      <PanelSection title="Keys of storefronts" description="A storefront sends its key with each call to the store API." action={create}>
        <Loaded query={query} failure="Failed to fetch the API keys" skeleton={<SkeletonTable rows={2} columns={5} />}>
          {(rows) => <DataTable label="API keys" rows={rows} columns={columns} rowKey={({ id }) => id} empty={empty} />}
        </Loaded>
      </PanelSection>
      {creating.is === 'asking' && (
        <CreateKeyDialog
          onCreated={(made) => setCreating({ is: 'created', made })}
          // Once the key is there, the form has gone by itself.
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
  { title: 'May use', share: 1, cell: ({ scopes }) => scopes.map((scope) => scopeWords[scope].name).join(', ') },
  {
    title: 'Orders',
    align: 'right',
    cell: ({ orders, pending_orders }) => (
      <>
        {formatCount(orders)}
        {pending_orders > 0 && <span className="block text-caption text-muted">{formatCount(pending_orders)} pending</span>}
      </>
    ),
  },
  { title: 'Last used', cell: ({ last_used_at }) => <DateText at={last_used_at} as="time" /> },
  { title: 'Expires', cell: ({ expires_at }) => <DateText at={expires_at} as="time" /> },
  {
    title: 'Actions',
    hideTitle: true,
    isActions: true,
    cell: (key) => (key.revoked_at === null ? <ApiKeyActions apiKey={key} /> : null),
  },
]

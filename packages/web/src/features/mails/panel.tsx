import type { Mails, StoredMailTemplate } from '@keydesk/contract'
import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { useApi } from '../../api/context.tsx'
import { IconButton } from '../../kit/controls/button.tsx'
import { Badge } from '../../kit/feedback/badge.tsx'
import { Loaded } from '../../kit/feedback/loaded.tsx'
import { SkeletonTable } from '../../kit/feedback/loading.tsx'
import { Notice } from '../../kit/feedback/notice.tsx'
import { PanelSection } from '../../kit/overlay/drawer.tsx'
import { type Column, DataTable } from '../../kit/table/data-table.tsx'
import { formatMoment, plural } from '../../kit/text/format.ts'
import { isMailKind, mailsQuery, nameOfKind } from './data.ts'
import { MailDialog } from './dialog.tsx'

/** What is mailed to customers. For owners and managers. */
export function MailsPanel() {
  const query = useQuery(mailsQuery(useApi()))
  return (
    <Loaded query={query} failure="Failed to fetch the mails" skeleton={<SkeletonTable rows={3} columns={3} />}>
      {(loaded) => <MailsOf loaded={loaded} />}
    </Loaded>
  )
}

function MailsOf({ loaded: { data, meta } }: { readonly loaded: Mails }) {
  const [editing, setEditing] = useState<string | null>(null)
  const edited = data.find(({ kind }) => kind === editing)
  const columns = [...factColumns(meta.is_configured), actionsColumn(setEditing)]
  return (
    <div className="space-y-6">
      {!meta.is_configured && <MailIsOff />}
      {meta.retries !== null && <MailsWait retries={meta.retries} />}
      <PanelSection title="To customers" description="A mail that is on is sent automatically. One that is off is sent only by hand.">
        <DataTable label="Mails" rows={data} columns={columns} rowKey={({ kind }) => kind} empty={null} />
      </PanelSection>
      {edited !== undefined && isMailKind(edited.kind) && (
        <MailDialog mail={edited} kind={edited.kind} isConfigured={meta.is_configured} onClose={() => setEditing(null)} />
      )}
    </div>
  )
}

const MailIsOff = () => (
  <Notice role="status" tone="yellow">
    Mail is off: nothing is sent. The operator turns it on with SMTP_URL and MAIL_FROM.
  </Notice>
)

const MailsWait = ({ retries: { count, since, reason } }: { readonly retries: NonNullable<Mails['meta']['retries']> }) => (
  <Notice role="status" tone="yellow">
    {plural(count, 'mail waits', 'mails wait')} since {formatMoment(since)}: {reason.replace(/\.$/, '')}.
  </Notice>
)

const factColumns = (isConfigured: boolean): readonly Column<StoredMailTemplate>[] => [
  {
    title: 'Mail',
    share: 2,
    priority: 'high',
    cell: ({ kind, subject }) => (
      <>
        <span className="block font-medium">{nameOfKind(kind)}</span>
        <span className="block text-caption font-normal text-muted">{subject}</span>
      </>
    ),
  },
  {
    title: 'State',
    priority: 'high',
    // Nothing is sent without a mail server, so no state is green.
    cell: ({ enabled }) => <Badge tone={enabled && isConfigured ? 'green' : 'neutral'}>{enabled ? 'On' : 'Off'}</Badge>,
  },
  { title: 'Text', cell: ({ is_default }) => (is_default ? 'Default' : 'Your own') },
]

const actionsColumn = (onEdit: (kind: string) => void): Column<StoredMailTemplate> => ({
  title: 'Actions',
  hideTitle: true,
  isActions: true,
  cell: (mail) => <EditButton mail={mail} onEdit={onEdit} />,
})

const EditButton = ({ mail, onEdit }: { readonly mail: StoredMailTemplate; readonly onEdit: (kind: string) => void }) => (
  <IconButton label={`Edit ${nameOfKind(mail.kind)}`} icon={<Pencil aria-hidden />} onClick={() => onEdit(mail.kind)} />
)

import { CircleAlert, Inbox, Pencil, Power, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '../src/kit/feedback/badge.tsx'
import { Button } from '../src/kit/controls/button.tsx'
import { type Column, DataTable } from '../src/kit/table/data-table.tsx'
import { RowActions } from '../src/kit/table/row-actions.tsx'
import { DateText } from '../src/kit/text/date-text.tsx'
import { Money } from '../src/kit/text/money.tsx'
import { EmptyState, NoResults } from '../src/kit/feedback/empty-state.tsx'
import { PageHeader } from '../src/kit/layout/page.tsx'
import { Pagination } from '../src/kit/table/pagination.tsx'
import { Picture, PlaceholderImage } from '../src/kit/text/picture.tsx'
import { Notice } from '../src/kit/feedback/notice.tsx'
import { Warning } from '../src/kit/overlay/warning.tsx'
import { ReadText } from '../src/kit/rich-text/read-text.tsx'
import { RichText } from '../src/kit/rich-text/rich-text.tsx'
import { LongText } from '../src/kit/text/long-text.tsx'
import { Tabs } from '../src/kit/controls/tabs.tsx'
import { Section, nothing } from './section.tsx'

interface Row {
  readonly id: number
  readonly name: string
  readonly amount: number
}

const at = '2026-11-20T20:04:05.000Z'
const long = 'A name that is so long that it must wrap or end in an ellipsis, wherever it is, and at every width of the window'
const rows: readonly Row[] = [
  { id: 1, name: 'Northlight', amount: 12.5 },
  { id: 2, name: long, amount: 1_000_000 },
  { id: 3, name: 'مفتاح شهر واحد', amount: 0 },
]
const actions = [
  { label: 'Edit', icon: <Pencil aria-hidden />, onSelect: nothing },
  { label: 'Deactivate', icon: <Power aria-hidden />, busy: true, onSelect: nothing },
  { label: 'Delete', icon: <Trash2 aria-hidden />, isDanger: true, onSelect: nothing },
]
const columns: readonly Column<Row>[] = [
  { title: 'Name', share: 1, isCut: true, cell: ({ name }) => name, sort: ({ name }) => name },
  { title: 'Status', cell: () => <Badge tone="green">Active</Badge> },
  { title: 'Amount', cell: ({ amount }) => <Money amount={amount} />, sort: ({ amount }) => amount, align: 'right' },
  { title: 'Date', cell: () => <DateText at={at} />, align: 'right' },
  { title: 'Actions', isActions: true, cell: () => <RowActions actions={actions} /> },
]
const idOf = ({ id }: Row) => id
const linkOf = ({ id }: Row) => ({ search: (before: Record<string, unknown>) => ({ ...before, row: id }) })

/** Parts that show data. */
export function Showing() {
  const [tab, setTab] = useState('one')
  const [page, setPage] = useState(2)
  const [html, setHtml] = useState('<p>A <strong>bold</strong> word.</p>')
  return (
    <>
      <Section name="Badge">
        {(['green', 'yellow', 'red', 'blue', 'neutral'] as const).map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
      </Section>
      <Section name="Notice, Warning">
        {(['red', 'yellow'] as const).map((tone) => (
          <div key={tone} className="space-y-4">
            <Notice role="status" tone={tone}>
              A sentence in a box.
            </Notice>
            <Notice role="status" tone={tone} Icon={CircleAlert}>
              A sentence with an icon.
            </Notice>
            <Warning tone={tone}>A sentence with a warning sign.</Warning>
          </div>
        ))}
      </Section>
      <Section name="RichText, ReadText, LongText">
        <div className="w-full space-y-4">
          <RichText label="Text" value={html} onChange={setHtml} />
          <ReadText html={html} />
          <LongText>{`${long}. ${long}.`}</LongText>
        </div>
      </Section>
      <Section name="Money, DateText">
        <Money amount={1234.5} />
        {(['date', 'long', 'time', 'second'] as const).map((as) => (
          <DateText key={as} as={as} at={at} />
        ))}
        <DateText at={null} />
      </Section>
      <Section name="PageHeader">
        <div className="w-full">
          <PageHeader
            title="A title"
            description="What it is for."
            meta={<Badge tone="blue">Updated</Badge>}
            actions={<Button variant="primary">Create</Button>}
          />
          <PageHeader title={long} actions={<Button>Delete</Button>} />
        </div>
      </Section>
      <Section name="DataTable">
        <div className="w-full space-y-4">
          <DataTable
            label="Plain rows"
            rows={rows}
            columns={columns}
            rowKey={idOf}
            sort={{ column: 'Name', direction: 'ascending' }}
            empty={null}
          />
          <DataTable label="Rows that are links" rows={rows} columns={columns} rowKey={idOf} rowHref={linkOf} empty={null} />
          <DataTable
            label="No rows"
            rows={[]}
            columns={columns}
            rowKey={idOf}
            empty={<EmptyState icon={<Inbox />} title="Nothing yet" hint="One line of what to do." action={<Button>Do it</Button>} />}
          />
          <DataTable
            label="No row that fits"
            rows={[]}
            columns={columns}
            rowKey={idOf}
            empty={<NoResults what="rows" onClear={nothing} />}
          />
        </div>
      </Section>
      <Section name="Pagination">
        <Pagination page={page} pageCount={12} onChange={setPage} />
      </Section>
      <Section name="Tabs">
        <Tabs
          label="Tabs"
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'one', title: 'One', content: 'The first.' },
            { value: 'two', title: 'Two of them', short: 'Two', count: 4, content: 'The second.' },
          ]}
        />
      </Section>
      <Section name="Picture, PlaceholderImage">
        <div className="h-24 w-40 overflow-hidden rounded-control">
          <Picture src="" name="Northlight" />
        </div>
        <div className="h-24 w-40 overflow-hidden rounded-control">
          <PlaceholderImage name="Steady Hand" />
        </div>
      </Section>
    </>
  )
}

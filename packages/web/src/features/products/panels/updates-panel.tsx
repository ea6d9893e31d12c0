import { isBlankHtml, limits } from '@keydesk/contract'
import { Plus } from 'lucide-react'
import { memo, useState } from 'react'
import { Button } from '../../../kit/button.tsx'
import { Panel } from '../../../kit/card.tsx'
import type { UpdateDraft } from '../product-form.ts'
import type { ReportLoose } from '../use-loose.ts'
import type { PanelProps } from '../use-product-draft.ts'
import { useReportLoose } from '../use-report-loose.ts'
import { newKey } from './list-edits.ts'
import { UpdateFields } from './update-fields.tsx'
import { UpdateRow } from './update-row.tsx'

type Props = PanelProps & { readonly onLoose: ReportLoose }

export const UpdatesPanel = ({ form, problems, edit, onLoose }: Props) => (
  <List items={form.updates} problems={problems} edit={edit} onLoose={onLoose} />
)

interface ListProps extends Pick<Props, 'problems' | 'edit' | 'onLoose'> {
  readonly items: readonly UpdateDraft[]
}

/** Typing in another panel leaves it alone. The stored order is the shown one; a new update goes to the top. */
const List = memo(({ items, problems, edit, onLoose }: ListProps) => {
  const change = (updates: readonly UpdateDraft[]) => edit({ updates })
  return (
    <Panel id="updates" title="Updates" description="What changed, newest first. Stored with Save Changes.">
      {problems.updates && (
        <p role="alert" className="mb-3 text-caption text-red">
          {problems.updates}
        </p>
      )}
      <NewUpdate
        isFirst={items.length === 0}
        isFull={items.length >= limits.listItems}
        onAdd={(item) => change([item, ...items])}
        onLoose={onLoose}
      />
      {items.length > 0 && (
        <ol className="mt-4 space-y-2">
          {items.map((item, index) => (
            <UpdateRow key={item.key} items={items} index={index} problems={problems} onChange={change} />
          ))}
        </ol>
      )}
    </Panel>
  )
})

interface NewProps {
  readonly isFirst: boolean
  readonly isFull: boolean
  readonly onAdd: (item: UpdateDraft) => void
  readonly onLoose: ReportLoose
}

const empty = { title: '', date: '', description: '' }

function NewUpdate({ isFirst, isFull, onAdd, onLoose }: NewProps) {
  const [typed, setTyped] = useState(empty)
  const hasTitle = typed.title.trim() !== ''
  const hasText = !isBlankHtml(typed.description)
  useReportLoose(onLoose, 'updates', 'Updates', 'an update that was not added', hasTitle || typed.date !== '' || hasText)
  const add = () => {
    onAdd({ ...typed, title: typed.title.trim(), key: newKey() })
    setTyped(empty)
  }
  return (
    <div role="group" aria-label="New update" className="rounded-control border border-dashed border-edge p-4">
      {isFirst && <p className="mb-3 text-muted">No updates yet. Customers see them with the product.</p>}
      <UpdateFields prefix="New Update" value={typed} onChange={(patch) => setTyped((before) => ({ ...before, ...patch }))} />
      <Button className="mt-4" icon={<Plus aria-hidden />} disabled={isFull || !hasTitle || typed.date === '' || !hasText} onClick={add}>
        Add Update
      </Button>
    </div>
  )
}

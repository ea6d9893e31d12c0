import { isBlankHtml, limits } from '@keydesk/contract'
import { Plus } from 'lucide-react'
import { useFieldArray, useForm, useWatch } from 'react-hook-form'
import { Button } from '../../../kit/button.tsx'
import { Panel } from '../../../kit/card.tsx'
import { newKey, placeOfUpdate, type UpdateDraft } from '../product-form.ts'
import type { ReportLoose } from '../use-loose.ts'
import type { PanelProps } from '../use-product-form.ts'
import { useReportLoose } from '../use-report-loose.ts'
import { UpdateFields } from './update-fields.tsx'
import { UpdateRow } from './update-row.tsx'

type Props = PanelProps & { readonly onLoose: ReportLoose }

/** Newest first by their dates, as they are stored. A date that is edited moves its update once it is saved. */
export function UpdatesPanel({ form, onLoose }: Props) {
  const { fields, insert, remove } = useFieldArray({ control: form.control, name: 'updates' })
  const problem = form.formState.errors.updates?.message ?? form.formState.errors.updates?.root?.message
  return (
    <Panel id="updates" title="Updates" description="What changed, newest first. Stored with Save Changes.">
      {problem && (
        <p role="alert" className="mb-3 text-caption text-red">
          {problem}
        </p>
      )}
      <NewUpdate
        isFirst={fields.length === 0}
        isFull={fields.length >= limits.listItems}
        onAdd={(item) => insert(placeOfUpdate(fields, item.date), item, { shouldFocus: false })}
        onLoose={onLoose}
      />
      {fields.length > 0 && (
        <ol className="mt-4 space-y-2">
          {fields.map((field, index) => (
            <UpdateRow key={field.key} form={form} index={index} onRemove={() => remove(index)} />
          ))}
        </ol>
      )}
    </Panel>
  )
}

interface NewProps {
  readonly isFirst: boolean
  readonly isFull: boolean
  readonly onAdd: (item: UpdateDraft) => void
  readonly onLoose: ReportLoose
}

function NewUpdate({ isFirst, isFull, onAdd, onLoose }: NewProps) {
  const form = useForm({ defaultValues: { title: '', date: '', description: '' } })
  const [title, date, description] = useWatch({ control: form.control, name: ['title', 'date', 'description'] })
  const hasTitle = title.trim() !== ''
  const hasText = !isBlankHtml(description)
  useReportLoose(onLoose, 'updates', 'Updates', 'an update that was not added', hasTitle || date !== '' || hasText)
  const add = () => {
    onAdd({ ...form.getValues(), title: title.trim(), key: newKey() })
    form.reset()
  }
  return (
    <div role="group" aria-label="New update" className="rounded-control border border-dashed border-edge p-4">
      {isFirst && <p className="mb-3 text-muted">No updates yet. Customers see them with the product.</p>}
      <UpdateFields prefix="New Update" control={form.control} names={{ title: 'title', date: 'date', description: 'description' }} />
      <Button className="mt-4" icon={<Plus aria-hidden />} disabled={isFull || !hasTitle || date === '' || !hasText} onClick={add}>
        Add Update
      </Button>
    </div>
  )
}

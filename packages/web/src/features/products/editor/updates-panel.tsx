import { isBlankHtml, limits } from '@keydesk/contract'
import { ChevronDown, Plus, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { type Control, Controller, type FieldValues, type Path, useFieldArray, useForm, useWatch } from 'react-hook-form'
import { Button, IconButton } from '../../../kit/controls/button.tsx'
import { Input } from '../../../kit/controls/input.tsx'
import { Field } from '../../../kit/form/field.tsx'
import { Panel } from '../../../kit/layout/card.tsx'
import { useFocusRefuge } from '../../../kit/overlay/focus.ts'
import { RichText } from '../../../kit/rich-text/rich-text.tsx'
import { type UpdateDraft, newKey, placeOfUpdate, usDate } from './form.ts'
import { type ReportUnsaved, useNewItem } from './unsaved.ts'
import type { PanelProps } from './use-product-form.ts'

type UpdatesPanelProps = PanelProps & { readonly productId: number; readonly onUnsaved: ReportUnsaved }

/** Updates by stored date, newest first. An edited date moves its update after the save. */
export function UpdatesPanel({ productId, form, onUnsaved }: UpdatesPanelProps) {
  const { fields, insert, remove } = useFieldArray({ control: form.control, name: 'updates' })
  const list = useFocusRefuge()
  const problem = form.formState.errors.updates?.message ?? form.formState.errors.updates?.root?.message
  return (
    <Panel id="updates" title="Updates" description="What changed, newest first. Stored with Save Changes." padded={false}>
      {problem && (
        <p role="alert" className="px-4 pb-3 text-caption text-red">
          {problem}
        </p>
      )}
      <NewUpdate
        productId={productId}
        isFirst={fields.length === 0}
        isFull={fields.length >= limits.listItems}
        onAdd={(item) => insert(placeOfUpdate(fields, item.date), item, { shouldFocus: false })}
        onUnsaved={onUnsaved}
      />
      <div ref={list} tabIndex={-1}>
        {fields.length > 0 && (
          <ol className="overflow-hidden rounded-b-card">
            {fields.map((field, index) => (
              <UpdateRow key={field.key} form={form} index={index} onRemove={() => remove(index)} />
            ))}
          </ol>
        )}
      </div>
    </Panel>
  )
}

interface NewProps {
  readonly productId: number
  readonly isFirst: boolean
  readonly isFull: boolean
  readonly onAdd: (item: UpdateDraft) => void
  readonly onUnsaved: ReportUnsaved
}

const blank = { title: '', date: '', description: '' }

function NewUpdate({ productId, isFirst, isFull, onAdd, onUnsaved }: NewProps) {
  const form = useForm({ defaultValues: blank })
  const [title, date, description] = useWatch({ control: form.control, name: ['title', 'date', 'description'] })
  const hasTitle = title.trim() !== ''
  const hasText = !isBlankHtml(description)
  const offer = useNewItem(onUnsaved, {
    ...{ thing: `update:${productId}`, panel: 'Updates', name: 'an update that was not added', form, blank },
    isUnsaved: hasTitle || date !== '' || hasText,
  })
  const add = () => {
    onAdd({ ...form.getValues(), title: title.trim(), key: newKey() })
    // The button gets disabled.
    form.setFocus('title')
    form.reset()
  }
  return (
    <div role="group" aria-label="New update" className="border-t border-border p-4">
      {offer}
      {isFirst && <p className="mb-3 text-muted">No updates yet. Customers see them with the product.</p>}
      <UpdateFields prefix="New Update" control={form.control} names={{ title: 'title', date: 'date', description: 'description' }} />
      <Button className="mt-4" icon={<Plus aria-hidden />} disabled={isFull || !hasTitle || date === '' || !hasText} onClick={add}>
        Add Update
      </Button>
    </div>
  )
}

interface UpdateRowProps extends PanelProps {
  readonly index: number
  readonly onRemove: () => void
}

/** One update as a line; Edit opens its fields in place. A closed update renders no editor. */
function UpdateRow({ form: { control, formState }, index, onRemove }: UpdateRowProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  /** The problems that have opened it. New ones, of a later save, open it again. */
  const [seen, setSeen] = useState<object>()
  const item = useWatch({ control, name: `updates.${index}` })
  const problems = formState.errors.updates?.[index]
  if (problems !== undefined && problems !== seen) {
    setSeen(problems)
    setOpen(true)
  }
  return (
    <li className="border-t border-border">
      <div className="flex min-h-11 items-center gap-3 py-1 pr-2 pl-4">
        <div className="min-w-0 flex-1">
          <p className="truncate font-medium">{item.title || 'Without a title'}</p>
          <p className="truncate text-table text-muted">{[usDate(item.date), plainText(item.description)].filter(Boolean).join(' · ')}</p>
        </div>
        <Button
          size="sm"
          variant="ghost"
          aria-label={`${isOpen ? 'Close' : 'Edit'} update ${index + 1}: ${item.title}`}
          aria-expanded={isOpen}
          aria-controls={`${id}-fields`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Close' : 'Edit'}
          <ChevronDown aria-hidden className={isOpen ? 'rotate-180' : undefined} />
        </Button>
        <IconButton label={`Remove update ${index + 1}`} icon={<Trash2 aria-hidden />} variant="danger" onClick={onRemove} />
      </div>
      <div id={`${id}-fields`} hidden={!isOpen} className="border-t border-border bg-bg p-4">
        {isOpen && (
          <UpdateFields
            prefix={`Update ${index + 1}`}
            control={control}
            names={{ title: `updates.${index}.title`, date: `updates.${index}.date`, description: `updates.${index}.description` }}
          />
        )}
      </div>
    </li>
  )
}

/** An HTML text as one line of plain text. */
function plainText(html: string): string {
  return new DOMParser()
    .parseFromString(html.replaceAll(/<\/(?:p|li|h2|blockquote)>/gi, ' $&'), 'text/html')
    .body.textContent.trim()
    .slice(0, 200)
}

interface UpdateFieldsProps<Values extends FieldValues> {
  /** Distinguishes the fields of two updates for screen readers: 'New Update' or 'Update 2'. */
  readonly prefix: string
  readonly control: Control<Values>
  /** The paths of the fields in the form. */
  readonly names: Readonly<Record<'title' | 'date' | 'description', Path<Values>>>
}

const UpdateFields = <Values extends FieldValues>({ prefix, control, names }: UpdateFieldsProps<Values>) => (
  <div className="space-y-4">
    <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_11rem]">
      <Controller
        control={control}
        name={names.title}
        render={({ field, fieldState }) => (
          <Field label={`${prefix} Title`} error={fieldState.error?.message}>
            {(attributes) => <Input {...attributes} {...field} autoComplete="off" />}
          </Field>
        )}
      />
      <Controller
        control={control}
        name={names.date}
        render={({ field, fieldState }) => (
          <Field label={`${prefix} Date`} error={fieldState.error?.message}>
            {(attributes) => <Input {...attributes} {...field} type="date" />}
          </Field>
        )}
      />
    </div>
    <Controller
      control={control}
      name={names.description}
      render={({ field, fieldState }) => (
        <RichText compact label={`${prefix} Description`} value={field.value} error={fieldState.error?.message} onChange={field.onChange} />
      )}
    />
  </div>
)

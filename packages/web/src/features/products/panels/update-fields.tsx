import type { UpdateItem } from '@keydesk/contract'
import { Field } from '../../../kit/field.tsx'
import { Input } from '../../../kit/input.tsx'
import { RichText } from '../rich-text/rich-text.tsx'

interface Props {
  /** Tells the fields of one update from those of another: 'New Update' or 'Update 2'. */
  readonly prefix: string
  readonly value: UpdateItem
  readonly errors?: Partial<Record<keyof UpdateItem, string>>
  readonly onChange: (patch: Partial<UpdateItem>) => void
}

export function UpdateFields({ prefix, value, errors = {}, onChange }: Props) {
  return (
    <div className="space-y-4">
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_11rem]">
        <Field label={`${prefix} Title`} error={errors.title}>
          {(control) => (
            <Input {...control} value={value.title} autoComplete="off" onChange={(event) => onChange({ title: event.target.value })} />
          )}
        </Field>
        <Field label={`${prefix} Date`} error={errors.date}>
          {(control) => <Input {...control} type="date" value={value.date} onChange={(event) => onChange({ date: event.target.value })} />}
        </Field>
      </div>
      <RichText
        compact
        label={`${prefix} Description`}
        value={value.description}
        error={errors.description}
        onChange={(description) => onChange({ description })}
      />
    </div>
  )
}

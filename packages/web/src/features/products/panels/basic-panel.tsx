import { Panel } from '../../../kit/card.tsx'
import { Field } from '../../../kit/field.tsx'
import { Input } from '../../../kit/input.tsx'
import { Textarea } from '../../../kit/textarea.tsx'
import { RichText } from '../rich-text/rich-text.tsx'
import type { PanelProps } from '../use-product-draft.ts'

export function BasicPanel({ form, problems, edit }: PanelProps) {
  return (
    <Panel id="basic-information" title="Basic Information">
      <div className="space-y-4">
        <Field label="Name" required error={problems.name}>
          {(control) => (
            <Input {...control} value={form.name} autoComplete="off" onChange={(event) => edit({ name: event.target.value })} />
          )}
        </Field>
        <Field label="Short Description" helper="One or two sentences, for lists and cards." error={problems.description}>
          {(control) => (
            <Textarea {...control} rows={2} value={form.description} onChange={(event) => edit({ description: event.target.value })} />
          )}
        </Field>
        <RichText
          label="Full Description"
          value={form.full_description}
          error={problems.full_description}
          onChange={(full_description) => edit({ full_description })}
        />
      </div>
    </Panel>
  )
}

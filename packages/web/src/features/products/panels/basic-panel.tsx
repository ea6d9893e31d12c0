import { Controller } from 'react-hook-form'
import { Panel } from '../../../kit/card.tsx'
import { Field } from '../../../kit/field.tsx'
import { Input } from '../../../kit/input.tsx'
import { Textarea } from '../../../kit/textarea.tsx'
import { RichText } from '../rich-text/rich-text.tsx'
import type { PanelProps } from '../use-product-form.ts'

export function BasicPanel({ form: { register, control, formState } }: PanelProps) {
  const { errors } = formState
  return (
    <Panel id="basic-information" title="Basic Information">
      <div className="space-y-4">
        <Field label="Name" required error={errors.name?.message}>
          {(attributes) => <Input {...attributes} {...register('name')} autoComplete="off" />}
        </Field>
        <Field label="Short Description" helper="One or two sentences, for lists and cards." error={errors.description?.message}>
          {(attributes) => <Textarea {...attributes} {...register('description')} rows={2} />}
        </Field>
        <Controller
          control={control}
          name="full_description"
          render={({ field, fieldState }) => (
            <RichText label="Full Description" value={field.value} error={fieldState.error?.message} onChange={field.onChange} />
          )}
        />
      </div>
    </Panel>
  )
}

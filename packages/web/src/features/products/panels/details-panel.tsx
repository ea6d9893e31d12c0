import { Controller } from 'react-hook-form'
import { Panel } from '../../../kit/card.tsx'
import { Field } from '../../../kit/field.tsx'
import { Input } from '../../../kit/input.tsx'
import { options } from '../product-options.ts'
import { RichText } from '../rich-text/rich-text.tsx'
import type { PanelProps } from '../use-product-form.ts'
import { Choice } from './choice.tsx'

export function DetailsPanel({ form }: PanelProps) {
  const { register, control, formState } = form
  return (
    <Panel id="details" title="Details">
      <div className="space-y-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Choice form={form} name="update_status" label="Update Status" list={options.updateStatus} />
          <Choice form={form} name="detection_status" label="Detection Status" list={options.detectionStatus} />
        </div>
        <Controller
          control={control}
          name="requirements"
          render={({ field, fieldState }) => (
            <RichText compact label="System Requirements" value={field.value} error={fieldState.error?.message} onChange={field.onChange} />
          )}
        />
        <Field label="Supported On" error={formState.errors.supported_on?.message}>
          {(attributes) => (
            <Input {...attributes} {...register('supported_on')} placeholder="Windows 10 and 11, Intel and AMD" autoComplete="off" />
          )}
        </Field>
      </div>
    </Panel>
  )
}

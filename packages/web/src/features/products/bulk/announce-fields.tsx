import type { Product } from '@keydesk/contract'
import { Controller, useWatch, type UseFormReturn } from 'react-hook-form'
import { FailedHint } from '../../../kit/failed.tsx'
import { Field } from '../../../kit/field.tsx'
import { SwitchField } from '../../../kit/switch.tsx'
import { Textarea } from '../../../kit/textarea.tsx'
import { usePostOutlook } from '../../discord/post-outlook-data.ts'
import { announced, formToSet, textOf, type BulkForm } from './bulk-form.ts'
import { MessagePreview } from './message-preview.tsx'

interface Props {
  readonly form: UseFormReturn<BulkForm>
  readonly products: readonly Product[]
}

/** Whether the change is told in Discord, in which words, and what that looks like there. */
export function AnnounceFields({ form, products }: Props) {
  const values = useWatch({ control: form.control }) as BulkForm
  const outlook = usePostOutlook()
  const set = formToSet(values)
  const names = announced(products, set).map(({ name }) => name)
  const text = textOf(values, names.length)
  return (
    <div className="space-y-4 border-t border-border pt-4">
      <Controller
        control={form.control}
        name="announces"
        render={({ field }) => (
          <SwitchField
            label="Post to Discord"
            helper={names.length === 0 ? 'Unlisted products are not told of.' : 'One message in the updates channel tells of all of them.'}
            checked={field.value && names.length > 0}
            disabled={names.length === 0}
            onChange={field.onChange}
          />
        )}
      />
      {values.announces && names.length > 0 && (
        <>
          {outlook?.state === 'unknown' && <FailedHint {...outlook} title={outlook.text} />}
          {(outlook?.state === 'blocked' || outlook?.state === 'waits') && (
            <p role="alert" className="rounded-control bg-yellow-hue/15 px-3 py-2 text-yellow">
              {outlook.text}
            </p>
          )}
          <Controller
            control={form.control}
            name="text"
            render={({ field: { value: _, ...field }, fieldState }) => (
              <Field label="Message" required error={fieldState.error?.message}>
                {(control) => <Textarea {...control} {...field} value={text} rows={3} />}
              </Field>
            )}
          />
          <MessagePreview names={names} set={set} text={text} />
        </>
      )}
    </div>
  )
}

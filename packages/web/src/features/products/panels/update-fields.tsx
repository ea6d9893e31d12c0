import { Controller, type Control, type FieldValues, type Path } from 'react-hook-form'
import { Field } from '../../../kit/field.tsx'
import { Input } from '../../../kit/input.tsx'
import { RichText } from '../rich-text/rich-text.tsx'

interface Props<Values extends FieldValues> {
  /** Tells the fields of one update from those of another: 'New Update' or 'Update 2'. */
  readonly prefix: string
  readonly control: Control<Values>
  /** Where the form holds them. */
  readonly names: Readonly<Record<'title' | 'date' | 'description', Path<Values>>>
}

export const UpdateFields = <Values extends FieldValues>({ prefix, control, names }: Props<Values>) => (
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

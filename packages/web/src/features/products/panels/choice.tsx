import { Controller, type UseFormReturn } from 'react-hook-form'
import { Field } from '../../../kit/field.tsx'
import { Select } from '../../../kit/select.tsx'
import type { ProductForm } from '../product-form.ts'
import { including } from '../product-options.ts'

interface Props {
  readonly form: UseFormReturn<ProductForm>
  readonly name:
    | 'category'
    | 'cheat_type'
    | 'spoofer_type'
    | 'anti_cheat'
    | 'firmware_type'
    | 'hardware_type'
    | 'update_status'
    | 'detection_status'
  readonly label: string
  readonly list: readonly { readonly value: string; readonly label: string }[]
  /** What else a choice changes. */
  readonly onChosen?: (value: string) => void
}

/** One of a list; a stored value that is not on it stays among the choices. */
export const Choice = ({ form, name, label, list, onChosen }: Props) => (
  <Controller
    control={form.control}
    name={name}
    render={({ field, fieldState }) => (
      <Field label={label} error={fieldState.error?.message}>
        {({ 'aria-required': _, ...attributes }) => (
          <Select
            {...attributes}
            value={field.value}
            options={including(list, field.value)}
            placeholder="Not chosen"
            onChange={(value) => {
              field.onChange(value)
              onChosen?.(value)
            }}
          />
        )}
      </Field>
    )}
  />
)

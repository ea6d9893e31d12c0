import { hasField, noGame, productLabels, resetCategoryFields, spooferAntiCheats } from '@keydesk/contract'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { CheckboxField } from '../../../kit/controls/checkbox.tsx'
import { Combobox } from '../../../kit/controls/combobox.tsx'
import { Input, Textarea } from '../../../kit/controls/input.tsx'
import { Select } from '../../../kit/controls/select.tsx'
import { SwitchField } from '../../../kit/controls/switch.tsx'
import { lazyPart } from '../../../kit/feedback/lazy-part.tsx'
import { Loading } from '../../../kit/feedback/loading.tsx'
import { Field } from '../../../kit/form/field.tsx'
import { Panel } from '../../../kit/layout/card.tsx'
import { RichText } from '../../../kit/rich-text/rich-text.tsx'
import { including, options } from '../format.ts'
import type { FieldName, ProductForm } from './form.ts'
import type { PanelProps } from './use-product-form.ts'

const GameList = lazyPart(async () => (await import('./game-list.tsx')).GameList, <Loading />)

export function BasicPanel({ form: { register, control, formState } }: PanelProps) {
  const { errors } = formState
  return (
    <Panel id="basic-information" title="Basic Information">
      <div className="space-y-4">
        <Field label={productLabels.name} required error={errors.name?.message}>
          {(attributes) => <Input {...attributes} {...register('name')} autoComplete="off" />}
        </Field>
        <Field label={productLabels.description} helper="One or two sentences, for lists and cards." error={errors.description?.message}>
          {(attributes) => <Textarea {...attributes} {...register('description')} rows={2} />}
        </Field>
        <Controller
          control={control}
          name="full_description"
          render={({ field, fieldState }) => (
            <RichText
              label={productLabels.full_description}
              value={field.value}
              error={fieldState.error?.message}
              onChange={field.onChange}
            />
          )}
        />
      </div>
    </Panel>
  )
}

/** The category, its filters, and how the product is listed. */
export function FiltersPanel({ form }: PanelProps) {
  const { control, setValue } = form
  const [category, isPaused] = useWatch({ control, name: ['category', 'sales_paused'] })
  /** Clears the filters and the game. */
  const reset = () => {
    const fresh = { ...resetCategoryFields(), game_name: noGame }
    for (const [name, value] of Object.entries(fresh)) setValue(name as FieldName, value, { shouldDirty: true })
  }
  return (
    <Panel id="filters" title="Filters">
      <div className="grid gap-x-4 gap-y-4 sm:grid-cols-2">
        <Choice form={form} name="category" label={productLabels.category} list={options.category} onChosen={reset} />
        {hasField(category, 'cheat_type') && (
          <Choice form={form} name="cheat_type" label={productLabels.cheat_type} list={options.cheatType} />
        )}
        {hasField(category, 'game_name') && (
          <Controller
            control={control}
            name="game_name"
            render={({ field: { value, onChange }, fieldState }) => (
              <Field label={productLabels.game_name} error={fieldState.error?.message}>
                {(attributes) => (
                  <Combobox
                    control={attributes}
                    text={value === noGame ? 'Select game' : value}
                    isUnset={value === noGame}
                    onNear={GameList.preload}
                  >
                    <GameList value={value} onChoose={onChange} />
                  </Combobox>
                )}
              </Field>
            )}
          />
        )}
        {hasField(category, 'spoofer_type') && (
          <Choice form={form} name="spoofer_type" label={productLabels.spoofer_type} list={options.spooferType} />
        )}
        {hasField(category, 'anti_cheat') && (
          <Choice form={form} name="anti_cheat" label={productLabels.anti_cheat} list={options.antiCheat} />
        )}
        {hasField(category, 'firmware_type') && (
          <Choice form={form} name="firmware_type" label={productLabels.firmware_type} list={options.firmwareType} />
        )}
        {hasField(category, 'hardware_type') && (
          <Choice form={form} name="hardware_type" label={productLabels.hardware_type} list={options.hardwareType} />
        )}
      </div>
      {hasField(category, 'anti_cheats_supported') && <AntiCheats form={form} />}
      <div className="mt-5 space-y-3 border-t border-border pt-4">
        {hasField(category, 'has_day_keys') && (
          <FormSwitch form={form} name="has_day_keys" label={productLabels.has_day_keys} helper="Keys for single days are on offer." />
        )}
        <FormSwitch form={form} name="featured" label={productLabels.featured} helper="Marked as featured for the store." />
        <FormSwitch form={form} name="unlisted" label={productLabels.unlisted} helper="Hidden from the store; nobody can buy it there." />
        {isPaused !== undefined && (
          <FormSwitch
            form={form}
            name="sales_paused"
            label={productLabels.sales_paused}
            helper="Shown in the store, but nobody can buy it."
          />
        )}
      </div>
    </Panel>
  )
}

interface SwitchProps extends PanelProps {
  readonly name: 'has_day_keys' | 'featured' | 'unlisted' | 'sales_paused'
  readonly label: string
  readonly helper: string
}

const FormSwitch = ({ form, name, label, helper }: SwitchProps) => (
  <Controller
    control={form.control}
    name={name}
    render={({ field }) => <SwitchField label={label} helper={helper} checked={field.value === true} onChange={field.onChange} />}
  />
)

const AntiCheats = ({ form }: PanelProps) => (
  <fieldset className="mt-4">
    <legend className="mb-1 font-medium">{productLabels.anti_cheats_supported}</legend>
    <Controller
      control={form.control}
      name="anti_cheats_supported"
      render={({ field }) => (
        <div className="flex flex-wrap gap-x-6">
          {spooferAntiCheats.map((name) => (
            <CheckboxField
              key={name}
              label={name}
              checked={field.value.includes(name)}
              onChange={(isOn) => field.onChange(isOn ? [...field.value, name] : field.value.filter((other) => other !== name))}
            />
          ))}
        </div>
      )}
    />
  </fieldset>
)

export function DetailsPanel({ form }: PanelProps) {
  const { register, control, formState } = form
  return (
    <Panel id="details" title="Details">
      <div className="space-y-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Choice form={form} name="update_status" label={productLabels.update_status} list={options.updateStatus} />
          <Choice form={form} name="detection_status" label={productLabels.detection_status} list={options.detectionStatus} />
        </div>
        <Controller
          control={control}
          name="requirements"
          render={({ field, fieldState }) => (
            <RichText
              compact
              label={productLabels.requirements}
              value={field.value}
              error={fieldState.error?.message}
              onChange={field.onChange}
            />
          )}
        />
        <Field label={productLabels.supported_on} error={formState.errors.supported_on?.message}>
          {(attributes) => (
            <Input {...attributes} {...register('supported_on')} placeholder="Windows 10 and 11, Intel and AMD" autoComplete="off" />
          )}
        </Field>
      </div>
    </Panel>
  )
}

export const InstructionsPanel = ({ form: { register, formState } }: PanelProps) => (
  <Panel
    id="instructions"
    title="Instructions"
    description="What a customer does after the purchase. Plain text. Anybody can read it: keep download links and passwords out."
  >
    <Field label={productLabels.instructions} hideLabel error={formState.errors.instructions?.message}>
      {(attributes) => <Textarea {...attributes} {...register('instructions')} rows={8} />}
    </Field>
  </Panel>
)

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
  /** Called after a choice, for fields that depend on it. */
  readonly onChosen?: (value: string) => void
}

/** A choice from a list; a stored value that is not in the list stays an option. */
const Choice = ({ form, name, label, list, onChosen }: Props) => (
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

import { hasField, noGame, resetCategoryFields, spooferAntiCheats } from '@keydesk/contract'
import { Controller, useWatch } from 'react-hook-form'
import { Panel } from '../../../kit/card.tsx'
import { CheckboxField } from '../../../kit/checkbox.tsx'
import { Field } from '../../../kit/field.tsx'
import { SwitchField } from '../../../kit/switch.tsx'
import type { FieldName } from '../product-form.ts'
import { options } from '../product-options.ts'
import type { PanelProps } from '../use-product-form.ts'
import { Choice } from './choice.tsx'
import { GamePicker } from './game-picker.tsx'

/** The category, what that category is filtered by, and how the product is listed. */
export function FiltersPanel({ form }: PanelProps) {
  const { control, setValue } = form
  const [category, isPaused] = useWatch({ control, name: ['category', 'sales_paused'] })
  /** The filters start afresh, and the game goes back to none. */
  const reset = () => {
    const fresh = { ...resetCategoryFields(), game_name: noGame }
    for (const [name, value] of Object.entries(fresh)) setValue(name as FieldName, value, { shouldDirty: true })
  }
  return (
    <Panel id="filters" title="Filters">
      <div className="grid gap-x-4 gap-y-4 sm:grid-cols-2">
        <Choice form={form} name="category" label="Category" list={options.category} onChosen={reset} />
        {hasField(category, 'cheat_type') && <Choice form={form} name="cheat_type" label="Cheat Type" list={options.cheatType} />}
        {hasField(category, 'game_name') && (
          <Controller
            control={control}
            name="game_name"
            render={({ field, fieldState }) => (
              <Field label="Game" error={fieldState.error?.message}>
                {(attributes) => <GamePicker control={attributes} value={field.value} onChange={field.onChange} />}
              </Field>
            )}
          />
        )}
        {hasField(category, 'spoofer_type') && <Choice form={form} name="spoofer_type" label="Spoofer Type" list={options.spooferType} />}
        {hasField(category, 'anti_cheat') && <Choice form={form} name="anti_cheat" label="Anti-Cheat" list={options.antiCheat} />}
        {hasField(category, 'firmware_type') && (
          <Choice form={form} name="firmware_type" label="Firmware Type" list={options.firmwareType} />
        )}
        {hasField(category, 'hardware_type') && (
          <Choice form={form} name="hardware_type" label="Hardware Type" list={options.hardwareType} />
        )}
      </div>
      {hasField(category, 'anti_cheats_supported') && <AntiCheats form={form} />}
      <div className="mt-5 space-y-3 border-t border-border pt-4">
        {hasField(category, 'has_day_keys') && (
          <FormSwitch form={form} name="has_day_keys" label="Day Keys" helper="Keys for single days are on offer." />
        )}
        <FormSwitch form={form} name="featured" label="Featured" helper="Shown first in the store." />
        <FormSwitch form={form} name="unlisted" label="Unlisted" helper="Hidden from the store; nobody can buy it there." />
        {isPaused !== undefined && (
          <FormSwitch form={form} name="sales_paused" label="Sales Paused" helper="Shown in the store, but nobody can buy it." />
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
    <legend className="mb-1 font-medium">Supported Anti-Cheats</legend>
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

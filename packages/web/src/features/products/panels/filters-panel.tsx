import { hasField, noGame, resetCategoryFields, spooferAntiCheats } from '@keydesk/contract'
import { Panel } from '../../../kit/card.tsx'
import { CheckboxField } from '../../../kit/checkbox.tsx'
import { Field } from '../../../kit/field.tsx'
import { Select } from '../../../kit/select.tsx'
import { SwitchField } from '../../../kit/switch.tsx'
import type { FieldName } from '../product-form.ts'
import { including, options } from '../product-options.ts'
import type { PanelProps } from '../use-product-draft.ts'
import { GamePicker } from './game-picker.tsx'

/** The category, what that category is filtered by, and how the product is listed. */
export function FiltersPanel(props: PanelProps) {
  const { form, edit } = props
  return (
    <Panel id="filters" title="Filters">
      <div className="grid gap-x-4 gap-y-4 sm:grid-cols-2">
        <Choice
          {...props}
          field="category"
          label="Category"
          list={options.category}
          onChange={(category) => edit(changeCategory(category))}
        />
        {hasField(form.category, 'cheat_type') && <Choice {...props} field="cheat_type" label="Cheat Type" list={options.cheatType} />}
        {hasField(form.category, 'game_name') && (
          <Field label="Game" error={props.problems.game_name}>
            {(control) => <GamePicker control={control} value={form.game_name} onChange={(game_name) => edit({ game_name })} />}
          </Field>
        )}
        {hasField(form.category, 'spoofer_type') && (
          <Choice {...props} field="spoofer_type" label="Spoofer Type" list={options.spooferType} />
        )}
        {hasField(form.category, 'anti_cheat') && <Choice {...props} field="anti_cheat" label="Anti-Cheat" list={options.antiCheat} />}
        {hasField(form.category, 'firmware_type') && (
          <Choice {...props} field="firmware_type" label="Firmware Type" list={options.firmwareType} />
        )}
        {hasField(form.category, 'hardware_type') && (
          <Choice {...props} field="hardware_type" label="Hardware Type" list={options.hardwareType} />
        )}
      </div>
      {hasField(form.category, 'anti_cheats_supported') && <AntiCheats {...props} />}
      <div className="mt-5 space-y-3 border-t border-border pt-4">
        {hasField(form.category, 'has_day_keys') && (
          <SwitchField
            label="Day Keys"
            helper="Keys for single days are on offer."
            checked={form.has_day_keys}
            onChange={(has_day_keys) => edit({ has_day_keys })}
          />
        )}
        <SwitchField
          label="Featured"
          helper="Shown first in the store."
          checked={form.featured}
          onChange={(featured) => edit({ featured })}
        />
        <SwitchField
          label="Unlisted"
          helper="Hidden from the store; nobody can buy it there."
          checked={form.unlisted}
          onChange={(unlisted) => edit({ unlisted })}
        />
      </div>
    </Panel>
  )
}

/** Spec section 4: the filters start afresh, and the game goes back to none. */
const changeCategory = (category: string) => ({ category, ...resetCategoryFields(), game_name: noGame })

interface ChoiceProps extends PanelProps {
  readonly field: Extract<FieldName, 'category' | 'cheat_type' | 'spoofer_type' | 'anti_cheat' | 'firmware_type' | 'hardware_type'>
  readonly label: string
  readonly list: readonly { readonly value: string; readonly label: string }[]
  readonly onChange?: (value: string) => void
}

function Choice({ form, problems, edit, field, label, list, onChange = (value) => edit({ [field]: value }) }: ChoiceProps) {
  return (
    <Field label={label} error={problems[field]}>
      {(control) => (
        <Select {...control} value={form[field]} options={including(list, form[field])} placeholder="Not chosen" onChange={onChange} />
      )}
    </Field>
  )
}

function AntiCheats({ form, edit }: PanelProps) {
  const supported = form.anti_cheats_supported
  const toggle = (name: string, isOn: boolean) =>
    edit({ anti_cheats_supported: isOn ? [...supported, name] : supported.filter((other) => other !== name) })
  return (
    <fieldset className="mt-4">
      <legend className="mb-1 font-medium">Supported Anti-Cheats</legend>
      <div className="flex flex-wrap gap-x-6">
        {spooferAntiCheats.map((name) => (
          <CheckboxField key={name} label={name} checked={supported.includes(name)} onChange={(isOn) => toggle(name, isOn)} />
        ))}
      </div>
    </fieldset>
  )
}

import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '../src/kit/controls/button.tsx'
import { Checkbox, CheckboxField } from '../src/kit/controls/checkbox.tsx'
import { ChoiceList } from '../src/kit/controls/choice-list.tsx'
import { Combobox } from '../src/kit/controls/combobox.tsx'
import { CopyButton } from '../src/kit/controls/copy-button.tsx'
import { DateFilter } from '../src/kit/controls/date-filter.tsx'
import { DateRange } from '../src/kit/controls/date-range.tsx'
import { DecimalInput } from '../src/kit/controls/decimal-input.tsx'
import { FileButton } from '../src/kit/controls/file-button.tsx'
import { FileDrop } from '../src/kit/controls/file-drop.tsx'
import { FilterChip } from '../src/kit/controls/filter-chip.tsx'
import { CheckboxList } from '../src/kit/form/checkbox-list.tsx'
import { Field } from '../src/kit/form/field.tsx'
import { Input, Textarea } from '../src/kit/controls/input.tsx'
import { SearchInput } from '../src/kit/controls/search-input.tsx'
import { Segmented } from '../src/kit/controls/segmented.tsx'
import { FilterSelect, Select } from '../src/kit/controls/select.tsx'
import { Stepper } from '../src/kit/controls/stepper.tsx'
import { Switch, SwitchField } from '../src/kit/controls/switch.tsx'
import { SelectionBar } from '../src/kit/layout/bottom-bar.tsx'
import { Toolbar } from '../src/kit/layout/toolbar.tsx'
import { Room, Section, nothing } from './section.tsx'

const choices = [
  { value: 'read', name: 'Read', text: 'Sees it.' },
  { value: 'write', name: 'Write', text: 'Changes it.' },
]
const options = ['One', 'Two', 'Three'].map((label) => ({ value: label, label }))

/** Buttons, inputs and choices. */
export function Controls() {
  const [isOn, setOn] = useState(true)
  const [chosen, setChosen] = useState('One')
  const [text, setText] = useState('')
  const [units, setUnits] = useState(1)
  const [several, setSeveral] = useState<readonly string[]>(['read'])
  return (
    <>
      <Section name="Button">
        {(['primary', 'secondary', 'ghost', 'danger'] as const).map((variant) => (
          <div key={variant} className="flex flex-wrap items-center gap-2">
            <Button variant={variant} icon={<Plus aria-hidden />}>
              {variant}
            </Button>
            <Button variant={variant} size="sm">
              {variant}, small
            </Button>
            <Button variant={variant} disabled>
              {variant}, disabled
            </Button>
            <Button variant={variant} busy="Saving...">
              {variant}
            </Button>
          </div>
        ))}
      </Section>
      <Section name="IconButton, CopyButton">
        {(['ghost', 'danger', 'secondary'] as const).map((variant) => (
          <IconButton key={variant} variant={variant} label={`Delete, ${variant}`} icon={<Trash2 aria-hidden />} />
        ))}
        <IconButton label="Disabled" icon={<Trash2 aria-hidden />} disabled />
        <IconButton label="Busy" icon={<Trash2 aria-hidden />} busy />
        <CopyButton text="ABCD" label="Copy key" />
      </Section>
      <Section name="Field with Input, Textarea, Select, Stepper">
        <Room>
          <Field label="Name" helper="A line that helps.">
            {(control) => <Input {...control} placeholder="Placeholder" />}
          </Field>
        </Room>
        <Room>
          <Field label="Refused" required error="Name is required">
            {(control) => <Input {...control} mono defaultValue="ABCD-EFGH" />}
          </Field>
        </Room>
        <Room>
          <Field label="Disabled">{(control) => <Input {...control} disabled value="Cannot be changed" readOnly />}</Field>
        </Room>
        <Room>
          <Field label="Read-only">{(control) => <Input {...control} value="Only to read" readOnly />}</Field>
        </Room>
        <Room>
          <Field label="Text">{(control) => <Textarea {...control} rows={2} />}</Field>
        </Room>
        <Room>
          <Field label="Choice">
            {({ 'aria-required': _, ...control }) => <Select {...control} value={chosen} options={options} onChange={setChosen} />}
          </Field>
        </Room>
        <Room>
          <Stepper label="Units" value={units} max={3} onChange={setUnits} />
        </Room>
        <Room>
          <Select aria-label="Disabled choice" value="" options={options} placeholder="None" disabled onChange={nothing} />
        </Room>
      </Section>
      <Section name="Combobox with ChoiceList">
        <Room>
          <Field label="Choice">
            {(control) => (
              <Combobox control={control} text={chosen} onNear={nothing}>
                <ChoiceList
                  label="Choices"
                  placeholder="Search choices"
                  value={chosen}
                  choicesFor={(typed) => options.filter(({ label }) => label.toLowerCase().includes(typed.toLowerCase()))}
                  onChoose={({ value }) => setChosen(value)}
                />
              </Combobox>
            )}
          </Field>
        </Room>
      </Section>
      <Section name="Switch, Checkbox">
        <Switch aria-label="Switch" checked={isOn} onChange={setOn} />
        <Switch aria-label="Disabled switch" checked disabled onChange={nothing} />
        <Checkbox aria-label="Box" checked={isOn} onChange={setOn} />
        <Checkbox aria-label="Disabled box" checked={false} disabled onChange={nothing} />
        <Room>
          <SwitchField label="A whole row" helper="What it does." checked={isOn} onChange={setOn} />
        </Room>
        <Room>
          <CheckboxField label="A whole row" checked={isOn} onChange={setOn} />
        </Room>
      </Section>
      <Section name="Toolbar with SearchInput, FilterSelect, DateFilter, FilterChip: nothing set, all set">
        <div className="w-full">
          <Toolbar
            count="12 keys"
            filters={
              <>
                <FilterSelect label="Choice" value="" options={[{ value: '', label: 'All choices' }]} onChange={nothing} />
                <DateFilter from="" to="" onChange={nothing} />
              </>
            }
          >
            <SearchInput label="Search keys" value={text} onChange={setText} />
          </Toolbar>
          <Toolbar
            count="3 of 12 keys"
            filterCount={2}
            onClear={nothing}
            filters={
              <>
                <FilterSelect label="Choice" value={chosen} options={options} onChange={setChosen} />
                <DateFilter from="2026-11-01" to="2026-11-20" onChange={nothing} />
                <FilterChip text="With one coupon" onRemove={nothing} />
              </>
            }
          />
        </div>
      </Section>
      <Section name="SelectionBar">
        <div className="w-full">
          <SelectionBar
            label="Selected keys"
            count="3 keys"
            notes={<p className="text-table text-muted">1 of them not shown by the filters.</p>}
            onClear={nothing}
          >
            <Button variant="primary">Edit 3 keys</Button>
          </SelectionBar>
        </div>
      </Section>
      <Section name="Segmented, DateRange">
        <Segmented label="Number" value={chosen} options={options} onChange={setChosen} />
        <DateRange from="2026-11-20" to="2026-11-19" onChange={nothing} />
      </Section>
      <Section name="DecimalInput, CheckboxList, FileButton, FileDrop">
        <Room>
          <Field label="Amount">{(control) => <DecimalInput {...control} defaultValue="12.50" />}</Field>
        </Room>
        <Room>
          <CheckboxList legend="Rights" choices={choices} value={several} onChange={setSeveral} error={undefined} />
        </Room>
        <FileButton label="Any file" accept="*" onFile={nothing}>
          Choose any file
        </FileButton>
        <FileDrop label="A file" accept="*" onFile={nothing}>
          Or drop one here.
        </FileDrop>
      </Section>
    </>
  )
}

import { CheckboxField } from '../controls/checkbox.tsx'

interface Props<Choice extends string> {
  readonly legend: string
  readonly choices: readonly { readonly value: Choice; readonly name: string; readonly text: string }[]
  /** The names are codes. */
  readonly mono?: boolean
  /** The chosen ones. */
  readonly value: readonly Choice[]
  readonly onChange: (value: readonly Choice[]) => void
  readonly error: string | undefined
}

/** Several of a few choices, each with an explanation. They stay in the order of the list. */
export const CheckboxList = <Choice extends string>({ legend, choices, mono = false, value, onChange, error }: Props<Choice>) => (
  <fieldset>
    <legend className="mb-1.5 font-medium">{legend}</legend>
    <div className="grid gap-1.5">
      {choices.map(({ value: choice, name, text }) => (
        <CheckboxField
          key={choice}
          label={
            <>
              <span className={mono ? 'font-mono' : 'font-medium'}>{name}</span>
              <span className="block text-caption text-muted">{text}</span>
            </>
          }
          checked={value.includes(choice)}
          onChange={(isOn) => onChange(choices.map((each) => each.value).filter((each) => (each === choice ? isOn : value.includes(each))))}
        />
      ))}
    </div>
    {error !== undefined && (
      <p role="alert" className="mt-1.5 text-caption text-red">
        {error}
      </p>
    )}
  </fieldset>
)

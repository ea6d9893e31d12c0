import { apiKeyInput, apiKeyScopes, type ApiKeyInput, type ApiKeyScope, type NewApiKey } from '@keydesk/contract'
import { Controller } from 'react-hook-form'
import { checkWith } from '../../kit/check-with.ts'
import { CheckboxField } from '../../kit/checkbox.tsx'
import { Field } from '../../kit/field.tsx'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { Input } from '../../kit/input.tsx'
import { scopeWords, useCreateApiKey } from './api-keys-data.ts'

interface Form {
  readonly name: string
  readonly scopes: readonly ApiKeyScope[]
  /** The last day on which it works, in the viewer's time zone; '' for ever. */
  readonly lastDay: string
}

/** A key works until the day after its last one begins. */
const toInput = ({ name, scopes, lastDay }: Form): ApiKeyInput => ({
  name,
  scopes: [...scopes],
  ...(lastDay !== '' && { expires_at: dayAfter(lastDay).toISOString() }),
})

function dayAfter(day: string): Date {
  const at = new Date(`${day}T00:00`)
  at.setDate(at.getDate() + 1)
  return at
}

const checkInput = checkWith(apiKeyInput)
function check(form: Form) {
  if (form.lastDay !== '' && dayAfter(form.lastDay) <= new Date()) return { lastDay: 'Choose a day that is not over' }
  return checkInput(toInput(form))
}

const initial: Form = { name: '', scopes: apiKeyScopes, lastDay: '' }

interface Props {
  readonly onCreated: (made: NewApiKey) => void
  readonly onClose: () => void
}

export function CreateKeyDialog({ onCreated, onClose }: Props) {
  const create = useCreateApiKey()
  return (
    <FormDialog
      title="Create API key"
      description="One for each storefront, so that you can revoke one without the others."
      submitLabel="Create"
      busyLabel="Creating..."
      initial={initial}
      check={check}
      onSubmit={async (form) => onCreated(await create(toInput(form)))}
      inlineError={(error) => error.message}
      onClose={onClose}
    >
      {({ control, register, formState: { errors } }) => (
        <>
          <Field label="Name" required helper="Which storefront it is for." error={errors.name?.message}>
            {(props) => <Input {...props} {...register('name')} maxLength={100} autoComplete="off" />}
          </Field>
          <Controller
            control={control}
            name="scopes"
            render={({ field }) => <Scopes chosen={field.value} onChange={field.onChange} error={errors.scopes?.message} />}
          />
          <Field
            label="Last day (optional)"
            helper="The key works until the end of this day. Without it, it does not expire."
            error={errors.lastDay?.message}
          >
            {(props) => <Input {...props} {...register('lastDay')} type="date" className="md:max-w-48" />}
          </Field>
        </>
      )}
    </FormDialog>
  )
}

interface ScopesProps {
  readonly chosen: readonly ApiKeyScope[]
  readonly onChange: (chosen: readonly ApiKeyScope[]) => void
  readonly error: string | undefined
}

const Scopes = ({ chosen, onChange, error }: ScopesProps) => (
  <fieldset>
    <legend className="mb-1.5 font-medium">What it may do</legend>
    {apiKeyScopes.map((scope) => (
      <CheckboxField
        key={scope}
        label={
          <>
            <span className="font-medium">{scopeWords[scope].name}</span>
            <span className="block text-caption text-muted">{scopeWords[scope].text}</span>
          </>
        }
        checked={chosen.includes(scope)}
        onChange={(isOn) => onChange(apiKeyScopes.filter((other) => (other === scope ? isOn : chosen.includes(other))))}
      />
    ))}
    {error !== undefined && (
      <p role="alert" className="mt-1.5 text-caption text-red">
        {error}
      </p>
    )}
  </fieldset>
)

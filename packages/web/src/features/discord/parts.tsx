import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type FieldValues, type Path, type UseFormReturn, Controller } from 'react-hook-form'
import { useApi } from '../../api/context.tsx'
import { Combobox } from '../../kit/controls/combobox.tsx'
import { Input } from '../../kit/controls/input.tsx'
import { lazyPart } from '../../kit/feedback/lazy-part.tsx'
import { Loading } from '../../kit/feedback/loading.tsx'
import { Field } from '../../kit/form/field.tsx'
import { useAuth } from '../../session/session-provider.tsx'
import { serversQuery } from './data.ts'
import { type PlaceKind, nameOfPlace, placesOf } from './format.ts'

const PlaceList = lazyPart(async () => (await import('./place-list.tsx')).PlaceList, <Loading />)

interface Props<Values extends FieldValues> {
  readonly form: UseFormReturn<Values>
  readonly name: Path<Values>
  readonly kind: PlaceKind
  readonly label: string
  readonly helper: string
  readonly isSteady?: boolean
  /** Beside the control. */
  readonly action?: ReactNode
}

/** A channel or a role of Discord: chosen by name while the bot runs, otherwise typed as an id. */
export function PlaceField<Values extends FieldValues>({ form, name, kind, label, helper, isSteady, action }: Props<Values>) {
  const { isOwnHost, may } = useAuth()
  const query = useQuery({ ...serversQuery(useApi()), enabled: isOwnHost && may('discord:read') })
  const places = placesOf(query.data ?? [], kind)
  /** The list may arrive while somebody types: their field stays until they leave it. */
  const [isTyping, setTyping] = useState(false)
  const failed = query.isError ? ` The ${kind} of Discord could not be listed, so type the ID.` : ''
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field: { value, onChange, ref, onBlur }, fieldState }) => (
        <Field isSteady={isSteady} label={label} helper={`${helper}${failed}`} error={fieldState.error?.message}>
          {(control) => (
            <div className="flex flex-wrap gap-2 sm:flex-nowrap">
              {places.length === 0 || isTyping ? (
                <Input
                  {...control}
                  {...{ value, onChange, ref }}
                  onFocus={() => setTyping(true)}
                  onBlur={() => {
                    setTyping(false)
                    onBlur()
                  }}
                  placeholder="17 to 20 digits"
                  mono
                  inputMode="numeric"
                  autoComplete="off"
                  spellCheck={false}
                />
              ) : (
                <div className="min-w-0 flex-1 basis-40">
                  <Combobox
                    ref={ref}
                    control={control}
                    text={value === '' ? (kind === 'roles' ? 'Nobody' : 'No channel') : nameOfPlace(places, value)}
                    isUnset={value === ''}
                    onNear={PlaceList.preload}
                  >
                    <PlaceList kind={kind} places={places} value={value} onChoose={onChange} />
                  </Combobox>
                </div>
              )}
              {action}
            </div>
          )}
        </Field>
      )}
    />
  )
}

import { type Choice, ChoiceList } from '../../kit/controls/choice-list.tsx'
import { hasWords } from '../../kit/table/column.ts'
import type { Place, PlaceKind } from './format.ts'

interface Props {
  readonly kind: PlaceKind
  readonly places: readonly Place[]
  readonly value: string
  readonly onChoose: (id: string) => void
}

const words = {
  channels: { label: 'Channels', placeholder: 'Search channels, or type an ID', none: 'No channel' },
  roles: { label: 'Roles', placeholder: 'Search roles, or type an ID', none: 'Nobody' },
} as const

/** The open list of channels or roles. An id that is not in it can be typed, such as that of a channel which was just made. */
export function PlaceList({ kind, places, value, onChoose }: Props) {
  const { label, placeholder, none } = words[kind]
  const choicesFor = (typed: string): Choice[] => {
    const searched = typed.trim().replace(/^[#@]/, '')
    const found = places.filter(({ id, name, server }) => hasWords(`${name} ${id} ${server ?? ''}`, searched))
    const isNew = /^\d{17,20}$/.test(searched) && found.length === 0
    return [
      ...(searched === '' ? [{ value: '', label: none, is: 'none' } as const] : []),
      ...found.map(({ id, label: text, server }) => ({ value: id, label: text, detail: server })),
      ...(isNew ? [{ value: searched, label: `Use the ID ${searched}`, is: 'new' } as const] : []),
    ]
  }
  return <ChoiceList {...{ label, placeholder, value, choicesFor }} onChoose={(choice) => onChoose(choice.value)} />
}

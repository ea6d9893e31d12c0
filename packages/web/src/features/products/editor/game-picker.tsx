import { noGame } from '@keydesk/contract'
import { Combobox } from '../../../kit/controls/combobox.tsx'
import { lazyPart } from '../../../kit/feedback/lazy-part.tsx'
import { Loading } from '../../../kit/feedback/loading.tsx'
import type { ControlProps } from '../../../kit/form/field.tsx'

const GameList = lazyPart(async () => (await import('./game-list.tsx')).GameList, <Loading />)

interface Props {
  readonly control: ControlProps
  /** A game's name, or `select_game`. */
  readonly value: string
  readonly onChange: (name: string) => void
}

/** Chooses the game of a cheat from a list to search and extend. */
export const GamePicker = ({ control, value, onChange }: Props) => (
  <Combobox control={control} text={value === noGame ? 'Select game' : value} isUnset={value === noGame} onNear={GameList.preload}>
    <GameList value={value} onChoose={onChange} />
  </Combobox>
)

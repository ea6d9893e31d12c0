import {
  categories,
  cheatTypes,
  detectionStatuses,
  firmwareAntiCheats,
  firmwareTypes,
  hardwareTypes,
  spooferTypes,
  updateStatuses,
} from '@keydesk/contract'

interface Option {
  readonly value: string
  readonly label: string
}

const labels: Record<string, string> = {
  dma: 'DMA',
  eac: 'EAC',
  be: 'BE',
  ace: 'ACE',
  faceit: 'FACEIT',
  vac: 'VAC',
  vgk: 'VGK',
  aim_device: 'Aim device',
  mini_pc: 'Mini PC',
}

export const labelOf = (value: string): string => labels[value] ?? value.charAt(0).toUpperCase() + value.slice(1)

const optionsOf = (values: readonly string[]): Option[] => values.map((value) => ({ value, label: labelOf(value) }))
/** Types may stay unchosen; the empty text is what the product then holds. */
const orNone = (values: readonly string[]): Option[] => [{ value: '', label: 'Not chosen' }, ...optionsOf(values)]

export const options = {
  category: optionsOf(categories),
  cheatType: orNone(cheatTypes),
  spooferType: orNone(spooferTypes),
  firmwareType: orNone(firmwareTypes),
  antiCheat: orNone(firmwareAntiCheats),
  hardwareType: orNone(hardwareTypes),
  updateStatus: optionsOf(updateStatuses),
  detectionStatus: optionsOf(detectionStatuses),
}

/** The options with the stored value among them, which a foreign host may have made up. */
export const including = (list: readonly Option[], value: string): readonly Option[] =>
  list.some((option) => option.value === value) ? list : [...list, { value, label: value === '' ? 'Not chosen' : value }]

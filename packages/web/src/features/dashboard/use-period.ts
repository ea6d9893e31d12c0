import { chartDays } from '@keydesk/contract'
import { useAddress } from '../../kit/use-address.ts'

const usual = 30

/** The number of days that an address asks for: `?days=90`. */
export const readDays = (text: string): number => chartDays.find((known) => String(known) === text) ?? usual

/** How far back the chart looks, kept in the address; the default stays out of it. */
export function useChartDays(): [number, (days: number) => void] {
  const address = useAddress()
  const days = readDays(address.get('days'))
  return [days, (chosen) => void address.change({ days: chosen === usual ? '' : chosen })]
}

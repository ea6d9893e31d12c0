import { chartDays } from '@keydesk/contract'
import { useAddress } from '../../kit/use-address.ts'

const usual = 30

/** How far back the chart looks, as the address says: `?days=90`. The usual stays out of it. */
export function useChartDays(): [number, (days: number) => void] {
  const address = useAddress()
  const days = chartDays.find((known) => String(known) === address.get('days')) ?? usual
  return [days, (chosen) => void address.change({ days: chosen === usual ? '' : chosen })]
}

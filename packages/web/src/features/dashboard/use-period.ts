import { useAddress } from '../../kit/use-address.ts'
import { isStep, periodToAddress, readPeriod, usualStep, type Period, type Step } from './period.ts'

/** Which days the chart shows and in what steps, kept in the address. */
export function usePeriod() {
  const address = useAddress()
  const period = readPeriod(address.get)
  const step = address.get('step')
  return {
    period,
    step: isStep(step) ? step : usualStep(period),
    choose: (chosen: Period) => void address.change({ ...periodToAddress(chosen), step: '' }),
    /** Within a range: its steps stay. */
    move: (days: { readonly from: string; readonly to: string }) => void address.change(days),
    chooseStep: (chosen: Step) => void address.change({ step: chosen === usualStep(period) ? '' : chosen }),
  }
}

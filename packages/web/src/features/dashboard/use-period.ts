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
    /** One end of a range. */
    move: (end: { readonly from: string } | { readonly to: string }) => void address.change(end),
    chooseStep: (chosen: Step) => void address.change({ step: chosen === usualStep(period) ? '' : chosen }),
  }
}

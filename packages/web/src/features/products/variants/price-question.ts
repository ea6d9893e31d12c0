import { formatUsd } from '@keydesk/contract'
import type { VariantForm } from './variant-form.ts'
import { inSentence } from '../../../kit/format.ts'

/**
 * What to ask before a price is saved that may be a slip: one that differs by more than half of the price before, or is 0. A draft has no
 * price before; null where there is nothing to ask.
 */
export function askAboutPrice(from: VariantForm, to: VariantForm, { isDraft }: { readonly isDraft: boolean }) {
  const [before, after] = [Number.parseFloat(from.price), Number.parseFloat(to.price)]
  if (before === after || !(after === 0 || (!isDraft && Math.abs(after - before) > before / 2))) return null
  const free = after === 0 ? 'It is free then. ' : ''
  return {
    title: `Change the price from ${formatUsd(before)} to ${formatUsd(after)}?`,
    text: `${free}The store sells ${inSentence(to.name.trim())} at this price from the moment that it is saved.`,
    yes: 'Change Price',
  }
}

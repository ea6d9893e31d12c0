import { formatUsd } from '@keydesk/contract'

/** Dollars as `$1,234.50`, with figures and a minus that align in a column. */
export function Money({ amount }: { readonly amount: number }) {
  return <span className="tabular-nums">{formatUsd(amount).replace('-', '−')}</span>
}

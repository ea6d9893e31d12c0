import { X } from 'lucide-react'
import { Button } from './button.tsx'

interface Props {
  /** What the filter does: 'With coupon SPRING'. */
  readonly text: string
  readonly onRemove: () => void
}

/** A filter that was set elsewhere, such as by a link. A press removes it. */
export const FilterChip = ({ text, onRemove }: Props) => (
  <Button icon={<X aria-hidden />} aria-label={`${text}: show all`} data-tooltip="Show all" onClick={onRemove}>
    <span className="max-w-48 truncate">{text}</span>
  </Button>
)

import type { ReplacedKey } from '@keydesk/contract'
import { History } from 'lucide-react'
import { IconButton } from '../../../kit/controls/button.tsx'
import { Card } from '../../../kit/layout/card.tsx'
import { DateText } from '../../../kit/text/date-text.tsx'
import { reasonText } from './format.ts'

interface Props {
  readonly keys: readonly ReplacedKey[]
  readonly onShowHistory: (key: ReplacedKey) => void
}

/** The keys that the customer had before, each with the reason of its replacement. */
export const ReplacedKeys = ({ keys, onShowHistory }: Props) => (
  <section aria-label="Replaced keys" className="mt-3">
    <h4 className="mb-1 text-caption text-muted">Replaced</h4>
    <Card>
      <ul className="divide-y divide-border">
        {keys.map((key) => (
          <li key={key.id} className="py-1 pr-2 pb-2 pl-4">
            <div className="flex min-h-9 items-center gap-3">
              <code className="min-w-0 flex-1 font-mono text-table break-all text-muted line-through">{key.value}</code>
              <span className="text-table">{reasonText(key.reason)}</span>
              <IconButton label="Show key history" icon={<History aria-hidden />} onClick={() => onShowHistory(key)} />
            </div>
            <p className="text-table text-muted">
              <DateText at={key.replaced_at} as="time" none="-" />
              {key.replaced_by !== '' && ` by ${key.replaced_by}`}
            </p>
            {key.note !== '' && <p className="text-table break-words">{key.note}</p>}
          </li>
        ))}
      </ul>
    </Card>
  </section>
)

import { ChevronDown, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { Button } from '../../../kit/button.tsx'
import { IconButton } from '../../../kit/icon-button.tsx'
import type { PanelProps } from '../use-product-form.ts'
import { usDate } from './update-date.ts'
import { UpdateFields } from './update-fields.tsx'

interface Props extends PanelProps {
  readonly index: number
  readonly onRemove: () => void
}

/** One update as a line; Edit opens its fields in place. Closed ones need no editor. */
export function UpdateRow({ form: { control, formState }, index, onRemove }: Props) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const item = useWatch({ control, name: `updates.${index}` })
  const isShown = isOpen || formState.errors.updates?.[index] !== undefined
  return (
    <li className="rounded-control border border-border">
      <div className="flex min-h-11 items-center gap-3 py-1 pr-1 pl-3">
        <div className="min-w-0 flex-1">
          <p className="truncate font-medium">{item.title || 'Without a title'}</p>
          <p className="truncate text-table text-muted">{[usDate(item.date), plainText(item.description)].filter(Boolean).join(' · ')}</p>
        </div>
        <Button
          size="sm"
          variant="ghost"
          aria-label={`${isShown ? 'Close' : 'Edit'} update ${index + 1}: ${item.title}`}
          aria-expanded={isShown}
          aria-controls={`${id}-fields`}
          onClick={() => setOpen(!isShown)}
        >
          {isShown ? 'Close' : 'Edit'}
          <ChevronDown aria-hidden className={isShown ? 'rotate-180' : undefined} />
        </Button>
        <IconButton label={`Remove update ${index + 1}`} icon={<Trash2 aria-hidden />} variant="danger" onClick={onRemove} />
      </div>
      <div id={`${id}-fields`} hidden={!isShown} className="border-t border-border p-3">
        {isShown && (
          <UpdateFields
            prefix={`Update ${index + 1}`}
            control={control}
            names={{ title: `updates.${index}.title`, date: `updates.${index}.date`, description: `updates.${index}.description` }}
          />
        )}
      </div>
    </li>
  )
}

/** The words of an HTML text, for one line. */
function plainText(html: string): string {
  return new DOMParser()
    .parseFromString(html.replaceAll(/<\/(?:p|li|h2|blockquote)>/gi, ' $&'), 'text/html')
    .body.textContent.trim()
    .slice(0, 200)
}

import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { Field } from '../../../kit/field.tsx'
import { IconButton } from '../../../kit/icon-button.tsx'
import { Input } from '../../../kit/input.tsx'
import { Textarea } from '../../../kit/textarea.tsx'
import type { Problems } from '../product-check.ts'
import type { FaqDraft } from '../product-form.ts'
import { moveBy, removeAt, replaceAt } from './list-edits.ts'

interface Props {
  readonly items: readonly FaqDraft[]
  readonly index: number
  readonly problems: Problems
  readonly onChange: (items: readonly FaqDraft[]) => void
}

/** One question, edited in place. */
export function FaqRow({ items, index, problems, onChange }: Props) {
  const { question, answer } = items[index]!
  const number = index + 1
  return (
    <li className="flex gap-2 rounded-control border border-border p-3 max-sm:flex-col sm:gap-3">
      <div className="min-w-0 flex-1 space-y-3">
        <Field label={`Question ${number}`} error={problems[`faq.${index}.question`]}>
          {(control) => (
            <Input
              {...control}
              value={question}
              onChange={(event) => onChange(replaceAt(items, index, { question: event.target.value }))}
            />
          )}
        </Field>
        <Field label={`Answer ${number}`} error={problems[`faq.${index}.answer`]}>
          {(control) => (
            <Textarea
              {...control}
              rows={2}
              value={answer}
              onChange={(event) => onChange(replaceAt(items, index, { answer: event.target.value }))}
            />
          )}
        </Field>
      </div>
      <div className="flex shrink-0 max-sm:justify-end sm:flex-col sm:pt-6">
        <IconButton
          label={`Move question ${number} up`}
          icon={<ArrowUp aria-hidden />}
          disabled={index === 0}
          onClick={() => onChange(moveBy(items, index, -1))}
        />
        <IconButton
          label={`Move question ${number} down`}
          icon={<ArrowDown aria-hidden />}
          disabled={number === items.length}
          onClick={() => onChange(moveBy(items, index, 1))}
        />
        <IconButton
          label={`Remove question ${number}`}
          icon={<Trash2 aria-hidden />}
          variant="danger"
          onClick={() => onChange(removeAt(items, index))}
        />
      </div>
    </li>
  )
}

import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { Field } from '../../../kit/field.tsx'
import { IconButton } from '../../../kit/icon-button.tsx'
import { Input } from '../../../kit/input.tsx'
import { Textarea } from '../../../kit/textarea.tsx'
import type { PanelProps } from '../use-product-form.ts'

interface Props extends PanelProps {
  readonly index: number
  readonly isLast: boolean
  readonly onMove: (by: -1 | 1) => void
  readonly onRemove: () => void
}

/** One question, edited in place. */
export function FaqRow({ form: { register, formState }, index, isLast, onMove, onRemove }: Props) {
  const number = index + 1
  const errors = formState.errors.faq?.[index]
  return (
    <li className="flex gap-2 rounded-control border border-border p-3 max-sm:flex-col sm:gap-3">
      <div className="min-w-0 flex-1 space-y-3">
        <Field label={`Question ${number}`} error={errors?.question?.message}>
          {(attributes) => <Input {...attributes} {...register(`faq.${index}.question`)} />}
        </Field>
        <Field label={`Answer ${number}`} error={errors?.answer?.message}>
          {(attributes) => <Textarea {...attributes} {...register(`faq.${index}.answer`)} rows={2} />}
        </Field>
      </div>
      <div className="flex shrink-0 max-sm:justify-end sm:flex-col sm:pt-6">
        <IconButton label={`Move question ${number} up`} icon={<ArrowUp aria-hidden />} disabled={index === 0} onClick={() => onMove(-1)} />
        <IconButton label={`Move question ${number} down`} icon={<ArrowDown aria-hidden />} disabled={isLast} onClick={() => onMove(1)} />
        <IconButton label={`Remove question ${number}`} icon={<Trash2 aria-hidden />} variant="danger" onClick={onRemove} />
      </div>
    </li>
  )
}

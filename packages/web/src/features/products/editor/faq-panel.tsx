import { limits } from '@keydesk/contract'
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useFieldArray, useForm, useWatch } from 'react-hook-form'
import { Button, IconButton } from '../../../kit/controls/button.tsx'
import { Input, Textarea } from '../../../kit/controls/input.tsx'
import { Field } from '../../../kit/form/field.tsx'
import { Panel } from '../../../kit/layout/card.tsx'
import { useFocusRefuge, useMoveFocus } from '../../../kit/overlay/focus.ts'
import { type FaqDraft, newKey } from './form.ts'
import { type ReportUnsaved, useNewItem } from './unsaved.ts'
import type { PanelProps } from './use-product-form.ts'

type FaqPanelProps = PanelProps & { readonly productId: number; readonly onUnsaved: ReportUnsaved }

export function FaqPanel({ productId, form, onUnsaved }: FaqPanelProps) {
  const { fields, append, remove, swap } = useFieldArray({ control: form.control, name: 'faq' })
  const list = useFocusRefuge()
  const keepFocus = useMoveFocus()
  const problem = form.formState.errors.faq?.message ?? form.formState.errors.faq?.root?.message
  return (
    <Panel id="faq" title="FAQ" description="Stored with Save Changes." padded={false}>
      {problem && (
        <p role="alert" className="px-4 pb-3 text-caption text-red">
          {problem}
        </p>
      )}
      <div ref={list} tabIndex={-1}>
        {fields.length > 0 && (
          <ol>
            {fields.map((field, index) => (
              <FaqRow
                key={field.key}
                item={field.key}
                form={form}
                index={index}
                isLast={index === fields.length - 1}
                onMove={(by) => {
                  keepFocus(field.key, by)
                  swap(index, index + by)
                }}
                onRemove={() => remove(index)}
              />
            ))}
          </ol>
        )}
      </div>
      <NewFaq
        productId={productId}
        isFirst={fields.length === 0}
        isFull={fields.length >= limits.listItems}
        onAdd={(item) => append(item, { shouldFocus: false })}
        onUnsaved={onUnsaved}
      />
    </Panel>
  )
}

interface NewProps {
  readonly productId: number
  readonly isFirst: boolean
  readonly isFull: boolean
  readonly onAdd: (item: FaqDraft) => void
  readonly onUnsaved: ReportUnsaved
}

const blank = { question: '', answer: '' }

function NewFaq({ productId, isFirst, isFull, onAdd, onUnsaved }: NewProps) {
  const form = useForm({ defaultValues: blank })
  const { register, control } = form
  const [question, answer] = useWatch({ control, name: ['question', 'answer'] }).map((text) => text.trim()) as [string, string]
  const offer = useNewItem(onUnsaved, {
    ...{ thing: `faq:${productId}`, panel: 'FAQ', name: 'a question that was not added', form, blank },
    isUnsaved: question !== '' || answer !== '',
  })
  const add = () => {
    const typed = form.getValues()
    onAdd({ key: newKey(), question: typed.question.trim(), answer: typed.answer.trim() })
    // The button gets disabled.
    form.setFocus('question')
    form.reset()
  }
  return (
    <div role="group" aria-label="New question" className="border-t border-border p-4">
      {offer}
      {isFirst && <p className="mb-3 text-muted">No questions yet. Answer what customers keep asking.</p>}
      <div className="space-y-4">
        <Field label="New Question">{(attributes) => <Input {...attributes} {...register('question')} />}</Field>
        <Field label="New Answer">{(attributes) => <Textarea {...attributes} {...register('answer')} rows={2} />}</Field>
        <Button icon={<Plus aria-hidden />} disabled={isFull || question === '' || answer === ''} onClick={add}>
          Add FAQ
        </Button>
      </div>
    </div>
  )
}

interface FaqRowProps extends PanelProps {
  readonly item: string
  readonly index: number
  readonly isLast: boolean
  readonly onMove: (by: -1 | 1) => void
  readonly onRemove: () => void
}

/** One question, edited in place. */
function FaqRow({ item, form: { register, formState }, index, isLast, onMove, onRemove }: FaqRowProps) {
  const number = index + 1
  const errors = formState.errors.faq?.[index]
  return (
    <li className="flex gap-2 border-t border-border py-4 pr-2 pl-4 max-sm:flex-col max-sm:pr-4">
      <div className="min-w-0 flex-1 space-y-4">
        <Field label={`Question ${number}`} error={errors?.question?.message}>
          {(attributes) => <Input {...attributes} {...register(`faq.${index}.question`)} />}
        </Field>
        <Field label={`Answer ${number}`} error={errors?.answer?.message}>
          {(attributes) => <Textarea {...attributes} {...register(`faq.${index}.answer`)} rows={2} />}
        </Field>
      </div>
      <div className="flex shrink-0 max-sm:justify-end sm:flex-col sm:pt-6">
        <IconButton
          data-move={`${item}:-1`}
          label={`Move question ${number} up`}
          icon={<ArrowUp aria-hidden />}
          disabled={index === 0}
          onClick={() => onMove(-1)}
        />
        <IconButton
          data-move={`${item}:1`}
          label={`Move question ${number} down`}
          icon={<ArrowDown aria-hidden />}
          disabled={isLast}
          onClick={() => onMove(1)}
        />
        <IconButton label={`Remove question ${number}`} icon={<Trash2 aria-hidden />} variant="danger" onClick={onRemove} />
      </div>
    </li>
  )
}

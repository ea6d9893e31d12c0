import { limits } from '@keydesk/contract'
import { Plus } from 'lucide-react'
import { useFieldArray, useForm, useWatch } from 'react-hook-form'
import { Button } from '../../../kit/button.tsx'
import { Panel } from '../../../kit/card.tsx'
import { Field } from '../../../kit/field.tsx'
import { Input } from '../../../kit/input.tsx'
import { Textarea } from '../../../kit/textarea.tsx'
import { newKey, type FaqDraft } from '../product-form.ts'
import type { ReportLoose } from '../use-loose.ts'
import type { PanelProps } from '../use-product-form.ts'
import { useReportLoose } from '../use-report-loose.ts'
import { FaqRow } from './faq-row.tsx'

type Props = PanelProps & { readonly onLoose: ReportLoose }

export function FaqPanel({ form, onLoose }: Props) {
  const { fields, append, remove, swap } = useFieldArray({ control: form.control, name: 'faq' })
  const problem = form.formState.errors.faq?.message ?? form.formState.errors.faq?.root?.message
  return (
    <Panel id="faq" title="FAQ" description="Stored with Save Changes.">
      {problem && (
        <p role="alert" className="mb-3 text-caption text-red">
          {problem}
        </p>
      )}
      {fields.length > 0 && (
        <ol className="mb-4 space-y-3">
          {fields.map((field, index) => (
            <FaqRow
              key={field.key}
              form={form}
              index={index}
              isLast={index === fields.length - 1}
              onMove={(by) => swap(index, index + by)}
              onRemove={() => remove(index)}
            />
          ))}
        </ol>
      )}
      <NewFaq
        isFirst={fields.length === 0}
        isFull={fields.length >= limits.listItems}
        onAdd={(item) => append(item, { shouldFocus: false })}
        onLoose={onLoose}
      />
    </Panel>
  )
}

interface NewProps {
  readonly isFirst: boolean
  readonly isFull: boolean
  readonly onAdd: (item: FaqDraft) => void
  readonly onLoose: ReportLoose
}

function NewFaq({ isFirst, isFull, onAdd, onLoose }: NewProps) {
  const { register, control, getValues, reset } = useForm({ defaultValues: { question: '', answer: '' } })
  const [question, answer] = useWatch({ control, name: ['question', 'answer'] }).map((text) => text.trim()) as [string, string]
  useReportLoose(onLoose, 'faq', 'FAQ', 'a question that was not added', question !== '' || answer !== '')
  const add = () => {
    const typed = getValues()
    onAdd({ key: newKey(), question: typed.question.trim(), answer: typed.answer.trim() })
    reset()
  }
  return (
    <div role="group" aria-label="New question" className="rounded-control border border-dashed border-edge p-4">
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

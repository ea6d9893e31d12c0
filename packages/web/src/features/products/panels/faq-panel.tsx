import { limits } from '@keydesk/contract'
import { Plus } from 'lucide-react'
import { memo, useState } from 'react'
import { Button } from '../../../kit/button.tsx'
import { Panel } from '../../../kit/card.tsx'
import { Field } from '../../../kit/field.tsx'
import { Input } from '../../../kit/input.tsx'
import { Textarea } from '../../../kit/textarea.tsx'
import type { FaqDraft } from '../product-form.ts'
import type { ReportLoose } from '../use-loose.ts'
import type { PanelProps } from '../use-product-draft.ts'
import { useReportLoose } from '../use-report-loose.ts'
import { FaqRow } from './faq-row.tsx'
import { newKey } from './list-edits.ts'

type Props = PanelProps & { readonly onLoose: ReportLoose }

export const FaqPanel = ({ form, problems, edit, onLoose }: Props) => (
  <List items={form.faq} problems={problems} edit={edit} onLoose={onLoose} />
)

interface ListProps extends Pick<Props, 'problems' | 'edit' | 'onLoose'> {
  readonly items: readonly FaqDraft[]
}

/** Typing in another panel leaves it alone. */
const List = memo(({ items, problems, edit, onLoose }: ListProps) => {
  const change = (faq: readonly FaqDraft[]) => edit({ faq })
  return (
    <Panel id="faq" title="FAQ" description="Stored with Save Changes.">
      {problems.faq && (
        <p role="alert" className="mb-3 text-caption text-red">
          {problems.faq}
        </p>
      )}
      {items.length > 0 && (
        <ol className="mb-4 space-y-3">
          {items.map((item, index) => (
            <FaqRow key={item.key} items={items} index={index} problems={problems} onChange={change} />
          ))}
        </ol>
      )}
      <NewFaq
        isFirst={items.length === 0}
        isFull={items.length >= limits.listItems}
        onAdd={(item) => change([...items, item])}
        onLoose={onLoose}
      />
    </Panel>
  )
})

interface NewProps {
  readonly isFirst: boolean
  readonly isFull: boolean
  readonly onAdd: (item: FaqDraft) => void
  readonly onLoose: ReportLoose
}

function NewFaq({ isFirst, isFull, onAdd, onLoose }: NewProps) {
  const [question, setQuestion] = useState('')
  const [answer, setAnswer] = useState('')
  useReportLoose(onLoose, 'faq', 'FAQ', 'a question that was not added', question.trim() !== '' || answer.trim() !== '')
  const add = () => {
    onAdd({ key: newKey(), question: question.trim(), answer: answer.trim() })
    setQuestion('')
    setAnswer('')
  }
  return (
    <div role="group" aria-label="New question" className="rounded-control border border-dashed border-edge p-4">
      {isFirst && <p className="mb-3 text-muted">No questions yet. Answer what customers keep asking.</p>}
      <div className="space-y-4">
        <Field label="New Question">
          {(control) => <Input {...control} value={question} onChange={(event) => setQuestion(event.target.value)} />}
        </Field>
        <Field label="New Answer">
          {(control) => <Textarea {...control} rows={2} value={answer} onChange={(event) => setAnswer(event.target.value)} />}
        </Field>
        <Button icon={<Plus aria-hidden />} disabled={isFull || question.trim() === '' || answer.trim() === ''} onClick={add}>
          Add FAQ
        </Button>
      </div>
    </div>
  )
}

import {
  type MailDraft,
  type MailField,
  type MailKind,
  type StoredMailTemplate,
  checkMailText,
  defaultMails,
  isBlockField,
  mailFields,
  mailTemplateInput,
  splitMailText,
} from '@keydesk/contract'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { useApi } from '../../api/context.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { Input, Textarea } from '../../kit/controls/input.tsx'
import { Segmented } from '../../kit/controls/segmented.tsx'
import { SwitchField } from '../../kit/controls/switch.tsx'
import { Loaded } from '../../kit/feedback/loaded.tsx'
import { SkeletonLines } from '../../kit/feedback/loading.tsx'
import { Field } from '../../kit/form/field.tsx'
import { checkWith } from '../../kit/form/form-check.ts'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { editsOf } from '../../kit/form/three-way.ts'
import { useEditing } from '../../kit/form/use-editing.ts'
import { mailPreviewQuery, nameOfKind, useSaveMail, useTestMail } from './data.ts'
import { MailFrame, ShownMail } from './frame.tsx'

interface Props {
  readonly mail: StoredMailTemplate
  readonly kind: MailKind
  /** The server has a mail server. */
  readonly isConfigured: boolean
  readonly onClose: () => void
}

type Values = MailDraft & { enabled: boolean }

/** Edits the text of a kind of mail, and shows it with real data. */
export function MailDialog({ mail, kind, isConfigured, onClose }: Props) {
  const save = useSaveMail(kind)
  const [view, setView] = useState('write')
  const editing = useEditing({
    what: 'mail',
    row: mail,
    toValues: ({ enabled, subject, body }): Values => ({ enabled, subject, body }),
    check: checkWith(mailTemplateInput),
    send: (sent, { values }) => {
      setView('write')
      return save.mutateAsync(editsOf(values, sent))
    },
    draft: { thing: `mail:${kind}` },
  })
  return (
    <FormDialog title={nameOfKind(kind)} submitLabel="Save" editing={editing} onClose={onClose}>
      {(form) => (
        <>
          <div className="flex flex-wrap items-center justify-between gap-2">
            <Segmented label="View" value={view} options={views} onChange={setView} />
            <TestButton form={form} kind={kind} isConfigured={isConfigured} />
          </div>
          {view === 'write' ? <Texts form={form} kind={kind} /> : <Preview form={form} kind={kind} />}
        </>
      )}
    </FormDialog>
  )
}

const views = [
  { value: 'write', label: 'Write' },
  { value: 'preview', label: 'Preview' },
]

interface FormProps {
  readonly form: UseFormReturn<Values>
  readonly kind: MailKind
}

/** Why the texts cannot be sent, or undefined. */
const problemOf = ({ subject, body }: MailDraft) => checkMailText(subject, 'subject') ?? checkMailText(body, 'body')

function useTyped(form: UseFormReturn<Values>): MailDraft {
  const { subject = '', body = '' } = useWatch({ control: form.control })
  return { subject, body }
}

function TestButton({ form, kind, isConfigured }: FormProps & { readonly isConfigured: boolean }) {
  const draft = useTyped(form)
  const test = useTestMail(kind)
  return (
    <Button
      size="sm"
      disabled={!isConfigured || problemOf(draft) !== undefined}
      busy={test.isPending && 'Sending...'}
      onClick={() => test.mutate(draft)}
    >
      Send a test to me
    </Button>
  )
}

function Texts({ form, kind }: FormProps) {
  const { errors } = form.formState
  const draft = useTyped(form)
  /** The text that a chip is inserted into: the last one with the focus. */
  const target = useRef<'subject' | 'body'>('body')
  // What is wrong shows as it is typed. An empty text shows on saving.
  const problemIn = (part: 'subject' | 'body') =>
    (draft[part].trim() === '' ? undefined : checkMailText(draft[part], part)) ?? errors[part]?.message
  const insert = (field: MailField) => {
    const part = isBlockField(field) ? 'body' : target.current
    const control = document.querySelector<HTMLInputElement | HTMLTextAreaElement>(`[data-mail-text="${part}"]`)
    const text = form.getValues(part)
    const [from, to] = [control?.selectionStart ?? text.length, control?.selectionEnd ?? text.length]
    const name = `{{${field}}}`
    form.setValue(part, text.slice(0, from) + name + text.slice(to), { shouldDirty: true })
    control?.focus()
    control?.setSelectionRange(from + name.length, from + name.length)
  }
  const fields = splitMailText(draft.body).flatMap((piece) => (piece.is === 'field' ? [piece.field] : []))
  // The link is to a page that has them.
  const hasKeys = kind === 'order_refunded' || fields.includes('keys') || fields.includes('link')
  const isDefault = draft.subject === defaultMails[kind].subject && draft.body === defaultMails[kind].body
  return (
    <>
      <Controller
        control={form.control}
        name="enabled"
        render={({ field }) => (
          <SwitchField
            label="Send automatically"
            helper="While it is off, it is sent only by hand."
            checked={field.value}
            onChange={field.onChange}
          />
        )}
      />
      <Field label="Subject" required error={problemIn('subject')}>
        {(props) => (
          <Input
            {...props}
            {...form.register('subject')}
            data-mail-text="subject"
            autoComplete="off"
            onFocus={() => (target.current = 'subject')}
          />
        )}
      </Field>
      <Field label="Text" required helper={hasKeys ? 'An empty line begins a paragraph.' : <NoKeys />} error={problemIn('body')}>
        {(props) => (
          <Textarea {...props} {...form.register('body')} data-mail-text="body" rows={12} onFocus={() => (target.current = 'body')} />
        )}
      </Field>
      <div role="group" aria-label="Insert a field" className="flex flex-wrap items-center gap-1.5">
        {mailFields.map((field) => (
          <button
            key={field}
            type="button"
            data-tooltip={fieldWords[field]}
            // Keeps the focus, and with it the place to insert at.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => insert(field)}
            className="min-h-7 rounded-sm border border-border bg-bg px-2 font-mono text-caption hover:bg-hover touch:min-h-11"
          >
            {`{{${field}}}`}
          </button>
        ))}
        {!isDefault && (
          <Button size="sm" variant="ghost" onClick={() => restoreDefault(form, kind)}>
            Use the default text
          </Button>
        )}
      </div>
    </>
  )
}

const NoKeys = () => (
  <span className="text-yellow">{'The customer gets no keys by this mail. Insert {{keys}}, or {{link}} to the page that has them.'}</span>
)

function restoreDefault(form: UseFormReturn<Values>, kind: MailKind): void {
  for (const part of ['subject', 'body'] as const) form.setValue(part, defaultMails[kind][part], { shouldDirty: true })
}

/** The text that a preview shows for a field. */
const fieldWords: Readonly<Record<MailField, string>> = {
  customer: 'The email of the customer',
  order: 'The number of the order, such as #12',
  amount: 'What was paid or refunded',
  keys: 'The keys, by product',
  instructions: 'The instructions of the products',
  link: 'A button to the order’s page',
}

function Preview({ form, kind }: FormProps) {
  const draft = useTyped(form)
  const problem = problemOf(draft)
  const query = useQuery({ ...mailPreviewQuery(useApi(), kind, draft), enabled: problem === undefined })
  if (problem !== undefined)
    return (
      <p role="alert" className="text-red">
        {problem}
      </p>
    )
  return (
    <Loaded query={query} failure="Failed to make the preview" skeleton={<SkeletonLines lines={10} />}>
      {(mail) => (
        <ShownMail subject={mail?.subject}>
          {(theme) => (
            <>
              <MailFrame title="Preview, wide" html={mail?.html ?? ''} theme={theme} width={640} scale={0.7} height={320} />
              <MailFrame title="Preview, narrow" html={mail?.html ?? ''} theme={theme} width={320} height={400} />
              <p className="text-caption text-muted">With the data of the newest order that fits. Keys and the link are masked.</p>
            </>
          )}
        </ShownMail>
      )}
    </Loaded>
  )
}

import { Check, Copy } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Button } from '../../../kit/button.tsx'
import { Field } from '../../../kit/field.tsx'
import { Textarea } from '../../../kit/textarea.tsx'
import { toast } from '../../../kit/toast.tsx'

/** The words for the customer: to change, and to copy. */
export function ReplyText({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  const [reply, setReply] = useState(text)
  const [isCopied, setCopied] = useState(false)
  const copy = () =>
    navigator.clipboard.writeText(reply).then(
      () => setCopied(true),
      () => toast.error('The browser does not allow copying here'),
    )
  return (
    <div className="space-y-3">
      {children}
      <Field label="Reply to the customer">
        {(control) => (
          <Textarea
            {...control}
            rows={10}
            value={reply}
            onChange={(event) => {
              setReply(event.target.value)
              setCopied(false)
            }}
          />
        )}
      </Field>
      <Button data-autofocus icon={isCopied ? <Check aria-hidden /> : <Copy aria-hidden />} onClick={() => void copy()}>
        {isCopied ? 'Reply copied' : 'Copy reply'}
      </Button>
    </div>
  )
}

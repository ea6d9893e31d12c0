import { Panel } from '../../../kit/card.tsx'
import { Field } from '../../../kit/field.tsx'
import { Textarea } from '../../../kit/textarea.tsx'
import type { PanelProps } from '../use-product-draft.ts'

export function InstructionsPanel({ form, problems, edit }: PanelProps) {
  return (
    <Panel id="instructions" title="Instructions" description="What a customer does after the purchase. Plain text.">
      <Field label="Instructions" hideLabel error={problems.instructions}>
        {(control) => (
          <Textarea {...control} rows={8} value={form.instructions} onChange={(event) => edit({ instructions: event.target.value })} />
        )}
      </Field>
    </Panel>
  )
}

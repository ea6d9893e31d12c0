import { Panel } from '../../../kit/card.tsx'
import { Field } from '../../../kit/field.tsx'
import { Textarea } from '../../../kit/textarea.tsx'
import type { PanelProps } from '../use-product-form.ts'

export const InstructionsPanel = ({ form: { register, formState } }: PanelProps) => (
  <Panel
    id="instructions"
    title="Instructions"
    description="What a customer does after the purchase. Plain text. Anybody can read it: keep download links and passwords out."
  >
    <Field label="Instructions" hideLabel error={formState.errors.instructions?.message}>
      {(attributes) => <Textarea {...attributes} {...register('instructions')} rows={8} />}
    </Field>
  </Panel>
)

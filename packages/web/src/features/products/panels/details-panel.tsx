import { Panel } from '../../../kit/card.tsx'
import { Field } from '../../../kit/field.tsx'
import { Input } from '../../../kit/input.tsx'
import { Select } from '../../../kit/select.tsx'
import { including, options } from '../product-options.ts'
import { RichText } from '../rich-text/rich-text.tsx'
import type { PanelProps } from '../use-product-draft.ts'

export function DetailsPanel({ form, problems, edit }: PanelProps) {
  return (
    <Panel id="details" title="Details">
      <div className="space-y-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Update Status" error={problems.update_status}>
            {(control) => (
              <Select
                {...control}
                value={form.update_status}
                options={including(options.updateStatus, form.update_status)}
                onChange={(update_status) => edit({ update_status })}
              />
            )}
          </Field>
          <Field label="Detection Status" error={problems.detection_status}>
            {(control) => (
              <Select
                {...control}
                value={form.detection_status}
                options={including(options.detectionStatus, form.detection_status)}
                onChange={(detection_status) => edit({ detection_status })}
              />
            )}
          </Field>
        </div>
        <RichText
          compact
          label="System Requirements"
          value={form.requirements}
          error={problems.requirements}
          onChange={(requirements) => edit({ requirements })}
        />
        <Field label="Supported On" error={problems.supported_on}>
          {(control) => (
            <Input
              {...control}
              value={form.supported_on}
              placeholder="Windows 10 and 11, Intel and AMD"
              autoComplete="off"
              onChange={(event) => edit({ supported_on: event.target.value })}
            />
          )}
        </Field>
      </div>
    </Panel>
  )
}

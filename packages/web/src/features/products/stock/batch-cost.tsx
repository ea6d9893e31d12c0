import { formatUsd, inSentence, type KeyImport, type KeyImportCost, keys, moneyAmount } from '@keydesk/contract'
import { useQueryClient } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import { useState } from 'react'
import { useApi } from '../../../api/context.tsx'
import { queryKeys } from '../../../api/query-keys.ts'
import { Button } from '../../../kit/controls/button.tsx'
import { DecimalInput, readDecimal } from '../../../kit/controls/decimal-input.tsx'
import { Select } from '../../../kit/controls/select.tsx'
import { useAction } from '../../../kit/feedback/use-action.ts'
import { Field } from '../../../kit/form/field.tsx'
import type { Problems } from '../../../kit/form/form-check.ts'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { plural } from '../../../kit/text/format.ts'

/** The cost of a batch of keys, as typed. */
export interface CostForm {
  cost: string
  cost_is: 'total' | 'per_key'
}

export const noCost: CostForm = { cost: '', cost_is: 'total' }

const rule = moneyAmount('Cost')

/** An empty cost is unknown. */
export function checkCost({ cost }: CostForm): Problems {
  if (cost === '') return {}
  const read = rule.safeParse(readDecimal(cost))
  return read.success ? {} : { cost: read.error.issues[0]!.message }
}

export function toCost({ cost, cost_is }: CostForm): KeyImportCost {
  if (cost === '') return {}
  return cost_is === 'total' ? { cost_total: readDecimal(cost) } : { cost_per_key: readDecimal(cost) }
}

const choices = [
  { value: 'total', label: 'for all keys' },
  { value: 'per_key', label: 'per key' },
]

/** An amount, and whether it is for the whole batch or for each key. */
export function CostField({ form, count }: { readonly form: UseFormReturn<CostForm>; readonly count: number }) {
  const typed = form.watch()
  const total = readDecimal(typed.cost)
  const each = typed.cost_is === 'total' && total > 0 && count > 0 ? `About ${formatUsd(total / count)} per key.` : null
  return (
    <Field
      label="Cost"
      helper={each ?? 'What you paid, for profit on the Dashboard. Optional.'}
      error={form.formState.errors.cost?.message}
    >
      {(control) => (
        <div className="flex gap-2">
          <DecimalInput {...control} {...form.register('cost')} placeholder="0.00" autoComplete="off" />
          <Select
            aria-label="What the cost is for"
            className="w-36 shrink-0"
            value={typed.cost_is}
            options={choices}
            onChange={(next) => form.setValue('cost_is', next === 'per_key' ? 'per_key' : 'total', { shouldDirty: true })}
          />
        </div>
      )}
    </Field>
  )
}

interface BatchProps {
  readonly batch: KeyImport
  readonly variantId: number
}

/** What a key of the batch cost; opens the dialog that sets or corrects it. */
export function BatchCost({ batch, variantId }: BatchProps) {
  const [isOpen, setOpen] = useState(false)
  const { name, cost_per_key } = batch
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        aria-label={cost_per_key === null ? `Set cost of ${name}` : `${formatUsd(cost_per_key)} a key: change the cost of ${name}`}
        onClick={() => setOpen(true)}
      >
        {cost_per_key === null ? 'Set cost' : `${formatUsd(cost_per_key)} a key`}
      </Button>
      {isOpen && <CostDialog batch={batch} variantId={variantId} onClose={() => setOpen(false)} />}
    </>
  )
}

function CostDialog({ batch, variantId, onClose }: BatchProps & { readonly onClose: () => void }) {
  const { id, name, added, cost_total } = batch
  const api = useApi()
  const queries = useQueryClient()
  const save = useAction({
    run: async (form: CostForm) => {
      await api(keys.setImportCost, { params: { id }, body: toCost(form) })
      await queries.invalidateQueries({ queryKey: queryKeys.keyImports(variantId) })
    },
    success: 'Cost saved successfully',
    failure: { serverOr: 'Failed to save the cost' },
    refresh: queryKeys.stats,
  })
  return (
    <FormDialog<CostForm>
      title={`Cost of ${inSentence(name)}`}
      description={`${plural(added, 'key')}. Keys that are sold already count with the new cost, at the days of their sales.`}
      submitLabel="Save"
      busyLabel="Saving..."
      initial={{ cost: cost_total === null ? '' : cost_total.toFixed(2), cost_is: 'total' }}
      check={checkCost}
      onSubmit={(form) => save.mutateAsync(form)}
      onClose={onClose}
    >
      {(form) => <CostField form={form} count={added} />}
    </FormDialog>
  )
}

import { duplicateInput, inSentence, limits, type Product, products } from '@keydesk/contract'
import { useNavigate } from '@tanstack/react-router'
import { flushSync } from 'react-dom'
import { useApi } from '../../api/context.tsx'
import { queryKeys } from '../../api/query-keys.ts'
import { Input } from '../../kit/controls/input.tsx'
import { useAction } from '../../kit/feedback/use-action.ts'
import { Field } from '../../kit/form/field.tsx'
import { checkWith } from '../../kit/form/form-check.ts'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { inToast } from '../../kit/text/format.ts'
import { useMakeProduct } from './make-product.ts'

interface Props {
  readonly product: Pick<Product, 'id' | 'name'>
  readonly onClose: () => void
}

const suffix = ' (copy)'

export function DuplicateDialog({ product, onClose }: Props) {
  const duplicate = useDuplicate(product.id)
  const navigate = useNavigate()
  return (
    <FormDialog
      title={`Duplicate ${inSentence(product.name)}`}
      description="The copy has its texts, settings, images and variants, and none of its keys, sales and history. It is unlisted until you list it."
      submitLabel="Duplicate"
      busyLabel="Duplicating..."
      initial={{ name: product.name.slice(0, limits.shortText - suffix.length) + suffix }}
      check={checkWith(duplicateInput)}
      onSubmit={async ({ name }, form) => {
        const id = await duplicate.mutateAsync(name)
        if (id === undefined) return
        // The name is stored: it must not hold the navigation up. Unsaved edits of the page still do.
        flushSync(() => form.reset({ name }))
        void navigate({ to: '/products/$id', params: { id } })
      }}
      onClose={onClose}
    >
      {({ register, formState }) => (
        <Field label="Name" required error={formState.errors.name?.message}>
          {(control) => <Input {...control} {...register('name')} autoComplete="off" />}
        </Field>
      )}
    </FormDialog>
  )
}

/** Returns the id of the copy. */
function useDuplicate(id: number) {
  const api = useApi()
  const make = useMakeProduct()
  return useAction({
    run: async (typed: string) => {
      const name = typed.trim()
      return (await make(name, () => api(products.duplicate, { params: { id }, body: { name } })))?.id
    },
    success: (_, name) => `${inToast(name.trim())} was created, unlisted`,
    failure: { serverOr: 'Failed to duplicate product' },
    refresh: null,
    ifOutOfDate: queryKeys.products,
  })
}

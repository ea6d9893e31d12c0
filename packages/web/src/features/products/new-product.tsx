import { type NewProduct, newProduct, products } from '@keydesk/contract'
import { useNavigate } from '@tanstack/react-router'
import { useApi } from '../../api/context.tsx'
import { queryKeys } from '../../api/query-keys.ts'
import { DecimalInput, readDecimal } from '../../kit/controls/decimal-input.tsx'
import { Input, Textarea } from '../../kit/controls/input.tsx'
import { toast } from '../../kit/feedback/toast.tsx'
import { useAction } from '../../kit/feedback/use-action.ts'
import { Field } from '../../kit/form/field.tsx'
import type { Problems } from '../../kit/form/form-check.ts'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { inToast } from '../../kit/text/format.ts'
import { PlaceholderImage } from '../../kit/text/picture.tsx'
import { useMakeProduct } from './make-product.ts'

interface NewProductDialogProps {
  /** Opens with the draft of an earlier visit. */
  readonly isDraft: boolean
  readonly onClose: () => void
}

export function NewProductDialog({ isDraft, onClose }: NewProductDialogProps) {
  const create = useCreateProduct()
  const navigate = useNavigate()
  const add = async (form: NewProductForm) => {
    const id = await create.mutateAsync(formToNewProduct(form))
    // A foreign host may answer nothing.
    if (id === undefined) return
    const open = () => void navigate({ to: '/products/$id', params: { id } })
    toast.success(`${inToast(form.name.trim())} was added`, { action: { label: 'Open', onClick: open } })
  }
  return (
    <FormDialog
      title="Add New Product"
      description="A name and a first variant are enough to begin with. Everything else follows on the product's page."
      submitLabel="Save Product"
      initial={emptyNewProduct}
      check={checkNewProduct}
      onSubmit={add}
      draft={{ thing: 'product:new', isWanted: isDraft }}
      onClose={onClose}
    >
      {({ register, watch, formState: { errors } }) => (
        <>
          <div className="flex items-center gap-4">
            <div aria-hidden className="h-18 w-32 shrink-0 overflow-hidden rounded-control">
              <PlaceholderImage name={watch('name') || 'New Product'} />
            </div>
            <p className="text-table text-muted">This picture is shown until you upload images on the product's page.</p>
          </div>
          <Field label="Name" required error={errors.name?.message}>
            {(control) => <Input {...control} {...register('name')} autoComplete="off" />}
          </Field>
          <Field label="Description" error={errors.description?.message}>
            {(control) => <Textarea {...control} {...register('description')} rows={3} />}
          </Field>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label="Variant Name" required error={errors.variant_name?.message}>
              {(control) => <Input {...control} {...register('variant_name')} placeholder="1 Month" autoComplete="off" />}
            </Field>
            <Field label="Variant Price" required helper="US dollars" error={errors.variant_price?.message}>
              {(control) => <DecimalInput {...control} {...register('variant_price')} placeholder="0.00" />}
            </Field>
          </div>
        </>
      )}
    </FormDialog>
  )
}

/** The dialog's fields as typed. */
interface NewProductForm {
  name: string
  description: string
  variant_name: string
  variant_price: string
}

const emptyNewProduct: NewProductForm = { name: '', description: '', variant_name: '', variant_price: '' }

/** The body of the call: the price parsed as a decimal, no thumbnail. */
function formToNewProduct(form: NewProductForm): NewProduct {
  return {
    name: form.name.trim(),
    description: form.description.trim(),
    variants: [{ name: form.variant_name.trim(), price: readDecimal(form.variant_price), keys: [] }],
  }
}

const fieldOf: Record<string, keyof NewProductForm> = {
  name: 'name',
  description: 'description',
  'variants.0.name': 'variant_name',
  'variants.0.price': 'variant_price',
}

function checkNewProduct(form: NewProductForm): Problems {
  const result = newProduct.safeParse(formToNewProduct(form))
  if (result.success) return {}
  return Object.fromEntries(result.error.issues.map((issue) => [fieldOf[issue.path.join('.')] ?? 'name', issue.message]).toReversed())
}

/** A failure shows nothing on screen. Returns the id of the new product if the host sends it. */
function useCreateProduct() {
  const api = useApi()
  const make = useMakeProduct()
  return useAction({
    run: async (body: NewProduct) => (await make(body.name, () => api(products.create, { body })))?.id,
    success: null,
    failure: null,
    refresh: null,
    ifOutOfDate: queryKeys.products,
  })
}

import { useNavigate } from '@tanstack/react-router'
import { DecimalInput } from '../../kit/decimal-input.tsx'
import { Field } from '../../kit/field.tsx'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { Input } from '../../kit/input.tsx'
import { PlaceholderImage } from '../../kit/placeholder-image.tsx'
import { Textarea } from '../../kit/textarea.tsx'
import { toast } from '../../kit/toast.tsx'
import { checkNewProduct, emptyNewProduct, formToNewProduct, type NewProductForm } from './new-product-form.ts'
import { useCreateProduct } from './products-data.ts'
import { inToast } from '../../kit/format.ts'

export function NewProductDialog({ onClose }: { readonly onClose: () => void }) {
  const create = useCreateProduct()
  const navigate = useNavigate()
  const add = async (form: NewProductForm) => {
    const id = await create.mutateAsync(formToNewProduct(form))
    // A host of another make may answer nothing.
    if (id === undefined) return
    const open = () => void navigate({ to: '/products/$id', params: { id: String(id) } })
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
      draft={{ thing: 'product:new' }}
      onClose={onClose}
    >
      {({ register, watch, formState: { errors } }) => (
        <>
          <div className="flex items-center gap-4">
            <div aria-hidden className="h-18 w-32 shrink-0 overflow-hidden rounded-control">
              <PlaceholderImage name={watch('name') || 'New Product'} />
            </div>
            <p className="text-table text-muted">This picture stands in until you upload images on the product's page.</p>
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

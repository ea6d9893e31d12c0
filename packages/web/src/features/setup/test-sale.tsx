import { type Product, store, variantName } from '@keydesk/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { Controller } from 'react-hook-form'
import * as z from 'zod/mini'
import { useApi, useStoreApi } from '../../api/context.tsx'
import { ApiError, dataOf } from '../../api/error.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { Input } from '../../kit/controls/input.tsx'
import { Select } from '../../kit/controls/select.tsx'
import { FailedHint } from '../../kit/feedback/failed.tsx'
import { toast } from '../../kit/feedback/toast.tsx'
import { Field } from '../../kit/form/field.tsx'
import { checkWith } from '../../kit/form/form-check.ts'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { useAuth } from '../../session/session-provider.tsx'
import { productsQuery } from '../products/data.ts'

const testSale = z.object({
  api_key: z.string().check(z.trim(), z.minLength(1, 'API key is required')),
  variant_id: z.string().check(z.minLength(1, 'Choose a variant')),
  customer_email: z.string().check(z.trim(), z.email('Email must be an email address')),
})
type TestSale = z.infer<typeof testSale>

/** Buys one key by the store API, as a storefront does, so that the API key is tried too. */
export function TestSaleDialog({ onClose }: { readonly onClose: () => void }) {
  const query = useQuery(productsQuery(useApi()))
  const { user } = useAuth()
  const buy = useTestSale()
  const optionsWith = (chosen: string) => variantOptions(query.data ?? [], chosen)
  // The first variant, until another is chosen: the list may load after the dialog.
  const withVariant = (form: TestSale) => ({ ...form, variant_id: form.variant_id || (optionsWith('')[0]?.value ?? '') })
  return (
    <FormDialog
      title="Test sale"
      description="Buys one key by the store API and completes the order without a payment. It takes a real key out of your stock, and counts as a sale until you refund it in Orders. The refund revokes that key for good."
      submitLabel="Buy"
      busyLabel="Buying..."
      initial={{ api_key: '', variant_id: '', customer_email: user?.email ?? '' }}
      check={(form) => checkWith(testSale)(withVariant(form))}
      onSubmit={(values, form) => {
        const sale = withVariant(values)
        // The next press is about the same variant, also if its last key is reserved by then.
        form.setValue('variant_id', sale.variant_id)
        return buy(sale)
      }}
      inlineError={({ message }) => message}
      onClose={onClose}
    >
      {({ register, control, formState: { errors } }) => (
        <>
          <Field label="API key" required helper="The key that you copied when you created it." error={errors.api_key?.message}>
            {(attributes) => (
              <Input {...attributes} {...register('api_key')} mono autoComplete="off" spellCheck={false} placeholder="kd_…" />
            )}
          </Field>
          <Controller
            control={control}
            name="variant_id"
            render={({ field: { value, onChange } }) => (
              <Field label="Variant" required error={errors.variant_id?.message}>
                {({ 'aria-required': _, ...attributes }) => (
                  <Select
                    {...attributes}
                    value={value || (optionsWith('')[0]?.value ?? '')}
                    onChange={onChange}
                    options={optionsWith(value)}
                    placeholder="Nothing is in stock"
                  />
                )}
              </Field>
            )}
          />
          {query.isError && (
            <FailedHint title="The products could not be loaded." isTrying={query.isFetching} onRetry={() => void query.refetch()} />
          )}
          <Field
            label="Customer Email"
            required
            helper="The order is in this name; its keys are mailed there if mail is on."
            error={errors.customer_email?.message}
          >
            {(attributes) => <Input {...attributes} {...register('customer_email')} type="email" autoComplete="off" />}
          </Field>
        </>
      )}
    </FormDialog>
  )
}

/** What the store sells: variants with keys of products that are listed, and the chosen one, whose last key the order may hold. */
const variantOptions = (products: readonly Product[], chosen: string) =>
  products
    .filter(({ unlisted, sales_paused }) => !unlisted && sales_paused !== true)
    .flatMap(({ name, variants }) =>
      variants
        .filter(({ id, stock = 0, is_draft }) => String(id) === chosen || (stock > 0 && is_draft !== true))
        .map((variant) => ({ value: String(variant.id), label: variantName(name, variant.name) })),
    )

function useTestSale() {
  const storeApi = useStoreApi()
  const queries = useQueryClient()
  const navigate = useNavigate()
  /** The form of the last press, and the Idempotency-Key of its order: another press gets that order again instead of a second one. */
  const begun = useRef<{ readonly form: string; readonly key: string }>(null)
  return async (sale: TestSale): Promise<void> => {
    const form = JSON.stringify(sale)
    if (begun.current?.form !== form) begun.current = { form, key: `test-sale-${Date.now()}-${Math.random()}` }
    const idempotencyKey = begun.current.key
    const call = storeApi(sale.api_key.trim())
    const body = { customer_email: sale.customer_email.trim(), items: [{ variant_id: Number(sale.variant_id), quantity: 1 }] }
    try {
      const { id } = dataOf(await call(store.purchase, { body }, { idempotencyKey }))
      // An order for nothing completes at once.
      await call(store.complete, { params: { id }, body: {} })
      const open = () => void navigate({ to: '/purchases/orders', search: { order: id } })
      toast.success(`Order #${id} is completed`, { action: { label: 'Open', onClick: open } })
    } catch (error) {
      // The server repeats such a refusal for the same key, and an order that has ended stays so: the next press buys anew.
      if (error instanceof ApiError && [404, 409, 422].includes(error.status)) begun.current = null
      throw error
    } finally {
      void queries.invalidateQueries({ queryKey: queryKeys.everything })
    }
  }
}

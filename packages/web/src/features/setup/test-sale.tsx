import { type Product, store } from '@keydesk/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { Controller } from 'react-hook-form'
import * as z from 'zod/mini'
import { useApi, useStoreApi } from '../../api/context.tsx'
import { ApiError } from '../../api/error.ts'
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
  const options = variantOptions(query.data ?? [])
  // The first variant, until another is chosen: the list may load after the dialog.
  const withVariant = (form: TestSale) => ({ ...form, variant_id: form.variant_id || (options[0]?.value ?? '') })
  return (
    <FormDialog
      title="Test sale"
      description="Buys one key by the store API and completes the order without a payment. It counts as a sale until you refund it in Orders."
      submitLabel="Buy"
      busyLabel="Buying..."
      initial={{ api_key: '', variant_id: '', customer_email: user?.email ?? '' }}
      check={(form) => checkWith(testSale)(withVariant(form))}
      onSubmit={(form) => buy(withVariant(form))}
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
            render={({ field }) => (
              <Field label="Variant" required error={errors.variant_id?.message}>
                {({ 'aria-required': _, ...attributes }) => (
                  <Select
                    {...attributes}
                    value={field.value || (options[0]?.value ?? '')}
                    onChange={field.onChange}
                    options={options}
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

/** What the store sells: variants with keys of products that are listed. */
const variantOptions = (products: readonly Product[]) =>
  products
    .filter(({ unlisted, sales_paused }) => !unlisted && sales_paused !== true)
    .flatMap(({ name, variants }) =>
      variants
        .filter(({ stock = 0, is_draft }) => stock > 0 && is_draft !== true)
        .map((variant) => ({ value: String(variant.id), label: `${name} - ${variant.name}` })),
    )

function useTestSale() {
  const storeApi = useStoreApi()
  const queries = useQueryClient()
  const navigate = useNavigate()
  /** The order whose completion failed, with its form: another press completes it instead of buying again. */
  const begun = useRef<{ readonly form: string; readonly id: number }>(null)
  return async (sale: TestSale): Promise<void> => {
    const form = JSON.stringify(sale)
    const call = storeApi(sale.api_key.trim())
    const items = [{ variant_id: Number(sale.variant_id), quantity: 1 }]
    const buy = async () => (await call(store.purchase, { body: { customer_email: sale.customer_email.trim(), items } }))?.data.id
    const id = begun.current?.form === form ? begun.current.id : await buy()
    if (id === undefined) return
    begun.current = { form, id }
    try {
      // An order for nothing completes at once.
      await call(store.complete, { params: { id }, body: {} })
    } catch (error) {
      // It has ended meanwhile: the next press buys again.
      if (error instanceof ApiError && error.code === 'invalid_transition') begun.current = null
      throw error
    } finally {
      void queries.invalidateQueries({ queryKey: queryKeys.everything })
    }
    const open = () => void navigate({ to: '/purchases/orders', search: { order: id } })
    toast.success(`Order #${id} is completed`, { action: { label: 'Open', onClick: open } })
  }
}

import { lazyDialog } from '../kit/feedback/lazy-part.tsx'
import { useSearchParams, useSetSearchParams } from '../kit/search-params.ts'
import { useAuth } from '../session/session-provider.tsx'

const CustomerDrawer = lazyDialog('Customer', async () => (await import('../features/customers/drawer.tsx')).CustomerDrawer)

/** The customer in the address, over the screen: `?customer=order-12` or `?customer=user-5`, so that no email is in the address. */
export function OpenCustomer() {
  const { customer: named } = useSearchParams()
  const change = useSetSearchParams()
  const { isOwnHost, may } = useAuth()
  if (named === undefined || !isOwnHost || !may('customers:read')) return null
  return <CustomerDrawer key={named} named={named} onClose={() => void change({ customer: undefined })} />
}

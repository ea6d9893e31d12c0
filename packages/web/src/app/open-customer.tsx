import { lazyDialog } from '../kit/lazy-part.tsx'
import { useAddress } from '../kit/use-address.ts'
import { useAuth } from '../session/session-provider.tsx'

const CustomerDrawer = lazyDialog('Customer', async () => (await import('../features/customers/customer-drawer.tsx')).CustomerDrawer)

/** The customer that the address names, over the screen: `?customer=order-12` or `?customer=user-5`, so that no email stands there. */
export function OpenCustomer() {
  const address = useAddress()
  const { isOwnHost, may } = useAuth()
  const named = address.get('customer')
  if (!/^(order|user)-\d{1,15}$/.test(named) || !isOwnHost || !may('customers:read')) return null
  return <CustomerDrawer key={named} named={named} onClose={() => void address.change({ customer: '' })} />
}

import type { Permission, SubjectKind } from '@keydesk/contract'
import { getRouteApi } from '@tanstack/react-router'
import { lazyDialog } from '../kit/feedback/lazy-part.tsx'
import { useCloseOver } from '../kit/search-params.ts'
import { useAuth } from '../session/session-provider.tsx'

const frame = getRouteApi('/frame')

const CustomerDrawer = lazyDialog('Customer', async () => (await import('../features/customers/drawer.tsx')).CustomerDrawer)

/** The customer in the address, over the screen: `?customer=order-12` or `?customer=user-5`, so that no email is in the address. */
export function OpenCustomer() {
  const { customer: named } = frame.useSearch()
  const closeOver = useCloseOver()
  const { isOwnHost, may } = useAuth()
  if (named === undefined || !isOwnHost || !may('customers:read')) return null
  return <CustomerDrawer key={named} named={named} onClose={() => closeOver({ customer: undefined })} />
}

const HistoryDrawer = lazyDialog('History', async () => (await import('../features/history/drawer.tsx')).HistoryDrawer)

/** Things whose history opens over their list. Others show it on their own page. */
const listed: Readonly<Partial<Record<string, { readonly kind: SubjectKind; readonly permission: Permission }>>> = {
  coupon: { kind: 'coupon', permission: 'coupons:read' },
  user: { kind: 'user', permission: 'referrals:read' },
  announcement: { kind: 'announcement', permission: 'announcements:read' },
}

/** The history in the address, over the screen: `?history=coupon-12`. */
export function OpenHistory() {
  const { history = '' } = frame.useSearch()
  const closeOver = useCloseOver()
  const { isOwnHost, may } = useAuth()
  const [name = '', id] = history.split('-')
  const thing = listed[name]
  if (thing === undefined || !isOwnHost || !may(thing.permission)) return null
  const close = () => closeOver({ history: undefined })
  return <HistoryDrawer key={`${name}-${id}`} thing={{ kind: thing.kind, id: Number(id) }} onClose={close} />
}

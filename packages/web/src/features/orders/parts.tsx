import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'

interface OrderLinkProps {
  readonly id: number
  readonly className: string
  readonly children: ReactNode
}

/** Opens an order in place of a customer. On Orders the filters of the list stay; other screens show the link, too. */
export function OrderLink({ id, ...link }: OrderLinkProps) {
  const isOnOrders = useLocation().pathname === '/purchases/orders'
  const search = (before: object) => ({ ...(isOnOrders && before), customer: undefined, order: id })
  return <Link to="/purchases/orders" search={search} {...link} />
}

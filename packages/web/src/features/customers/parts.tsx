import { Link } from '@tanstack/react-router'
import { useAuth } from '../../session/session-provider.tsx'

interface EmailProps {
  /** The customer as the address names it: `order-12` (its customer) or `user-5`. */
  readonly named: string
  readonly email: string
  /** Shown to people who may not read customers; the plain email by default. */
  readonly otherwise?: string
}

/** An email that opens its customer's drawer in place of an open one. Back returns to that one. */
export function CustomerEmail({ named, email, otherwise = email }: EmailProps) {
  const { isOwnHost, may } = useAuth()
  if (!isOwnHost || !may('customers:read') || email === '') return otherwise
  return (
    <Link
      to="."
      search={(before: Record<string, unknown>) => ({ ...before, order: undefined, customer: named })}
      resetScroll={false}
      preload={false}
      data-tooltip="About this customer"
      className="min-w-0 break-all underline-offset-2 hover:text-accent hover:underline"
    >
      {email}
    </Link>
  )
}

import { Link } from '@tanstack/react-router'
import { useAuth } from '../../session/session-provider.tsx'

interface EmailProps {
  /** As the address has it: `order-12`, whose customer is meant, or `user-5`. */
  readonly named: string
  readonly email: string
  /** In place of the link for people who may not read customers; the email alone unless it is given. */
  readonly otherwise?: string
}

/** An email that opens the drawer of its customer, in place of whatever drawer is open. Back returns to that. */
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
      className="min-w-0 break-all text-accent underline-offset-2 hover:underline"
    >
      {email}
    </Link>
  )
}

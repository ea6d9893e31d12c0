import { cx } from 'class-variance-authority'
import { ChevronsUpDown } from 'lucide-react'
import { useRef, useState } from 'react'
import { DropdownMenuTrigger } from '../kit/dropdown-menu-trigger.tsx'
import { later } from '../kit/later.tsx'
import { usePrefetch } from '../kit/use-prefetch.ts'
import { useAuth } from '../session/session-provider.tsx'
import type { AccountDialog } from './user-menu-list.tsx'

// Opened rarely: the menu is fetched once the screen is there, each dialog with its first opening.
const UserMenuList = later(async () => (await import('./user-menu-list.tsx')).UserMenuList)
const TwoFactorDialog = later(async () => (await import('../features/session/two-factor-dialog.tsx')).TwoFactorDialog)
const ChangePasswordDialog = later(async () => (await import('../features/session/change-password-dialog.tsx')).ChangePasswordDialog)
const next = [UserMenuList]

export function UserMenu({ isExpanded }: { readonly isExpanded: boolean }) {
  const { user } = useAuth()
  const [open, setOpen] = useState<AccountDialog | null>(null)
  usePrefetch(next)
  const button = useRef<HTMLButtonElement>(null)
  const openDialog = (name: AccountDialog) => {
    // Where the focus returns to: by the time that the dialog has been fetched, the menu is gone.
    button.current?.focus()
    setOpen(name)
  }
  if (user === null) return null
  const close = () => setOpen(null)

  const trigger = (
    <button
      ref={button}
      type="button"
      className={cx(
        'flex w-full items-center gap-2.5 rounded-control text-left hover:bg-hover data-[state=open]:bg-hover',
        isExpanded ? 'min-h-12 px-2' : 'size-8 justify-center',
      )}
    >
      <Avatar username={user.username} isSmall={!isExpanded} />
      {isExpanded ? (
        <>
          <span className="min-w-0 flex-1">
            <span className="block truncate font-medium">{user.username}</span>
            <span className="block truncate text-caption text-muted">{user.email}</span>
          </span>
          <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted" />
        </>
      ) : (
        <span className="sr-only">{user.username}</span>
      )}
      <span className="sr-only">Account menu</span>
    </button>
  )

  return (
    <>
      <DropdownMenuTrigger renderMenu={(link) => <UserMenuList trigger={link} isExpanded={isExpanded} user={user} onOpen={openDialog} />}>
        {trigger}
      </DropdownMenuTrigger>
      {open === 'twoFactor' && <TwoFactorDialog onClose={close} />}
      {open === 'password' && <ChangePasswordDialog onClose={close} />}
    </>
  )
}

function Avatar({ username, isSmall }: { readonly username: string; readonly isSmall: boolean }) {
  return (
    <span
      aria-hidden
      className={cx(
        'flex shrink-0 items-center justify-center rounded-control bg-pressed text-caption font-semibold',
        isSmall ? 'size-7' : 'size-8',
      )}
    >
      {[...username].slice(0, 2).join('').toUpperCase()}
    </span>
  )
}

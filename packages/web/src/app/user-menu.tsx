import { cx } from 'class-variance-authority'
import { ChevronsUpDown, KeyRound, LogOut, MonitorX, Moon, ShieldCheck, Sun } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { useLogoutEverywhere } from '../features/session/account-data.ts'
import { DropdownMenu, DropdownMenuItem, DropdownMenuSeparator } from '../kit/dropdown-menu.tsx'
import { useAuth } from '../session/session-provider.tsx'
import { useLogout } from '../session/use-logout.ts'
import { useTheme } from './theme.ts'

// Opened rarely: each is fetched with its first opening.
const dialogs = {
  twoFactor: lazy(async () => ({ default: (await import('../features/session/two-factor-dialog.tsx')).TwoFactorDialog })),
  password: lazy(async () => ({ default: (await import('../features/session/change-password-dialog.tsx')).ChangePasswordDialog })),
}

export function UserMenu({ isExpanded }: { readonly isExpanded: boolean }) {
  const { user } = useAuth()
  const logout = useLogout()
  const logoutEverywhere = useLogoutEverywhere()
  const [open, setOpen] = useState<keyof typeof dialogs | null>(null)
  const [theme, chooseTheme] = useTheme()
  const button = useRef<HTMLButtonElement>(null)
  const openDialog = (name: keyof typeof dialogs) => {
    // Where the focus returns to: by the time that the dialog has been fetched, the menu is gone.
    button.current?.focus()
    setOpen(name)
  }
  if (user === null) return null
  const Dialog = open === null ? null : dialogs[open]
  const other = theme === 'dark' ? 'light' : 'dark'

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
      <DropdownMenu trigger={trigger} side={isExpanded ? 'top' : 'right'} align={isExpanded ? 'start' : 'end'}>
        {!isExpanded && (
          <>
            <div className="px-2 py-1.5">
              <p className="font-medium">{user.username}</p>
              <p className="text-caption text-muted">{user.email}</p>
            </div>
            <DropdownMenuSeparator />
          </>
        )}
        <DropdownMenuItem icon={theme === 'dark' ? <Sun aria-hidden /> : <Moon aria-hidden />} onSelect={() => chooseTheme(other)}>
          {other === 'light' ? 'Light theme' : 'Dark theme'}
        </DropdownMenuItem>
        <DropdownMenuSeparator />
        <DropdownMenuItem icon={<ShieldCheck aria-hidden />} onSelect={() => openDialog('twoFactor')}>
          Two-factor sign-in
        </DropdownMenuItem>
        <DropdownMenuItem icon={<KeyRound aria-hidden />} onSelect={() => openDialog('password')}>
          Change password
        </DropdownMenuItem>
        <DropdownMenuSeparator />
        <DropdownMenuItem icon={<MonitorX aria-hidden />} onSelect={() => void logoutEverywhere()}>
          Log out everywhere
        </DropdownMenuItem>
        <DropdownMenuItem icon={<LogOut aria-hidden />} onSelect={logout}>
          Log out
        </DropdownMenuItem>
      </DropdownMenu>
      {Dialog !== null && (
        <Suspense fallback={null}>
          <Dialog onClose={() => setOpen(null)} />
        </Suspense>
      )}
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

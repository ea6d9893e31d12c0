import { cx } from 'class-variance-authority'
import { ChevronsUpDown, Lock, LogOut, MonitorX, Moon, ShieldCheck, Sun } from 'lucide-react'
import { useState } from 'react'
import { lazyDialog } from '../kit/lazy-part.tsx'
import { Menu, MenuItem, MenuSeparator } from '../kit/menu.tsx'
import { useAddress } from '../kit/use-address.ts'
import { useAuth } from '../session/session-provider.tsx'
import { useLogout, useLogoutEverywhere } from '../session/use-logout.ts'
import { usePanels } from './panels.tsx'
import { useTheme } from './theme.ts'

const TwoFactorDialog = lazyDialog(
  'Two-factor sign-in',
  async () => (await import('../features/session/two-factor-dialog.tsx')).TwoFactorDialog,
)
const ChangePasswordDialog = lazyDialog(
  'Change password',
  async () => (await import('../features/session/change-password-dialog.tsx')).ChangePasswordDialog,
)

type AccountDialog = 'twoFactor' | 'password'

interface Props {
  readonly isExpanded: boolean
  /** A panel was opened over the screen. */
  readonly onLeave?: () => void
}

/** The signed-in person, and what they can do with their account. */
export function UserMenu({ isExpanded, onLeave }: Props) {
  const { user } = useAuth()
  const logout = useLogout()
  const logoutEverywhere = useLogoutEverywhere()
  const [theme, chooseTheme] = useTheme()
  const panels = usePanels()
  const address = useAddress()
  const [open, setOpen] = useState<AccountDialog | null>(null)
  if (user === null) return null
  const other = theme === 'dark' ? 'light' : 'dark'
  const close = () => setOpen(null)

  const button = (
    <>
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
    </>
  )

  return (
    <>
      <Menu
        button={button}
        className={cx(
          'flex w-full items-center gap-2.5 rounded-control text-left hover:bg-hover aria-expanded:bg-hover',
          isExpanded ? 'min-h-12 px-2' : 'size-8 justify-center touch:h-11 touch:w-full',
        )}
      >
        {!isExpanded && (
          <>
            <div className="px-2 py-1.5">
              <p className="font-medium">{user.username}</p>
              <p className="text-caption text-muted">{user.email}</p>
            </div>
            <MenuSeparator />
          </>
        )}
        <MenuItem icon={theme === 'dark' ? <Sun aria-hidden /> : <Moon aria-hidden />} onSelect={() => chooseTheme(other)}>
          {other === 'light' ? 'Light theme' : 'Dark theme'}
        </MenuItem>
        {panels.length > 0 && <MenuSeparator />}
        {panels.map(({ name, title, icon: Icon }) => (
          <MenuItem
            key={name}
            icon={<Icon aria-hidden />}
            onSelect={() => {
              onLeave?.()
              void address.go({ panel: name })
            }}
          >
            {title}
          </MenuItem>
        ))}
        <MenuSeparator />
        <MenuItem icon={<ShieldCheck aria-hidden />} onSelect={() => setOpen('twoFactor')}>
          Two-factor sign-in
        </MenuItem>
        <MenuItem icon={<Lock aria-hidden />} onSelect={() => setOpen('password')}>
          Change password
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<MonitorX aria-hidden />} onSelect={() => void logoutEverywhere()}>
          Log out everywhere
        </MenuItem>
        <MenuItem icon={<LogOut aria-hidden />} onSelect={logout}>
          Log out
        </MenuItem>
      </Menu>
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

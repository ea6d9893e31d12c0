import { KeyRound, LogOut, MonitorX, Moon, ShieldCheck, Sun } from 'lucide-react'
import { useLogoutEverywhere } from '../features/session/account-data.ts'
import { DropdownMenu, DropdownMenuItem, DropdownMenuSeparator } from '../kit/dropdown-menu.tsx'
import type { FarLink } from '../kit/far-trigger.tsx'
import type { useAuth } from '../session/session-provider.tsx'
import { useLogout } from '../session/use-logout.ts'
import { useTheme } from './theme.ts'

export type AccountDialog = 'twoFactor' | 'password'

interface Props {
  readonly trigger: FarLink
  readonly isExpanded: boolean
  readonly user: NonNullable<ReturnType<typeof useAuth>['user']>
  readonly onOpen: (dialog: AccountDialog) => void
}

/** What the button with the signed-in person's name opens. */
export function UserMenuList({ trigger, isExpanded, user, onOpen }: Props) {
  const logout = useLogout()
  const logoutEverywhere = useLogoutEverywhere()
  const [theme, chooseTheme] = useTheme()
  const other = theme === 'dark' ? 'light' : 'dark'
  return (
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
      <DropdownMenuItem icon={<ShieldCheck aria-hidden />} onSelect={() => onOpen('twoFactor')}>
        Two-factor sign-in
      </DropdownMenuItem>
      <DropdownMenuItem icon={<KeyRound aria-hidden />} onSelect={() => onOpen('password')}>
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
  )
}

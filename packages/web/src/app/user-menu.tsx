import { cx } from 'class-variance-authority'
import { ChevronsUpDown, LogOut, Moon, Sun } from 'lucide-react'
import { DropdownMenu, DropdownMenuItem, DropdownMenuSeparator } from '../kit/dropdown-menu.tsx'
import { useAuth } from '../session/session-provider.tsx'
import { useLogout } from '../session/use-logout.ts'
import { useTheme } from './theme.ts'

export function UserMenu({ isExpanded }: { readonly isExpanded: boolean }) {
  const { user } = useAuth()
  const logout = useLogout()
  const [theme, chooseTheme] = useTheme()
  if (user === null) return null
  const other = theme === 'dark' ? 'light' : 'dark'

  const trigger = (
    <button
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
      <DropdownMenuItem icon={<LogOut aria-hidden />} onSelect={logout}>
        Log out
      </DropdownMenuItem>
    </DropdownMenu>
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

import { cx } from 'class-variance-authority'
import { ChevronsUpDown } from 'lucide-react'
import { lazyPart, usePreload } from '../kit/feedback/lazy-part.tsx'
import { Loading } from '../kit/feedback/loading.tsx'
import { Menu } from '../kit/overlay/menu.tsx'
import { useSetSearchParams } from '../kit/search-params.ts'
import { loginPage } from '../routes/login.ts'
import { useAuth } from '../session/session-provider.tsx'
import { useLogout, useLogoutEverywhere } from '../session/use-logout.ts'
import type { AccountDialog } from './account-entries.tsx'

const AccountEntries = lazyPart(async () => (await import('./account-entries.tsx')).AccountEntries, <Loading />)

interface Props {
  readonly isExpanded: boolean
  readonly onDialog: (dialog: AccountDialog) => void
  /** Called when an entry opens something over the screen. */
  readonly onLeave?: () => void
}

/** The signed-in person, and what they can do with their account. */
export function UserMenu({ isExpanded, onDialog, onLeave }: Props) {
  const { user } = useAuth()
  const logout = useLogout()
  const logoutEverywhere = useLogoutEverywhere()
  const change = useSetSearchParams()
  usePreload(AccountEntries)
  usePreload(loginPage)
  if (user === null) return null

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
    <Menu
      button={button}
      className={cx(
        'flex w-full items-center gap-2.5 rounded-control text-left hover:bg-hover aria-expanded:bg-hover',
        isExpanded ? 'min-h-12 px-2' : 'size-8 justify-center touch:h-11 touch:w-full',
      )}
    >
      {!isExpanded && (
        <div className="-mx-1 mb-1 border-b border-border px-3 pt-1.5 pb-2.5">
          <p className="font-medium">{user.username}</p>
          <p className="text-caption text-muted">{user.email}</p>
        </div>
      )}
      <AccountEntries
        onPanel={(name) => {
          onLeave?.()
          void change({ panel: name }, { isStep: true })
        }}
        onDialog={(dialog) => {
          onLeave?.()
          onDialog(dialog)
        }}
        onLogoutEverywhere={() => void logoutEverywhere()}
        onLogout={logout}
      />
    </Menu>
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

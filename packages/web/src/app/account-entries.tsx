import { Eye, EyeOff, Lock, LogOut, MonitorX, Moon, ShieldCheck, Sun } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { MenuItem, MenuSeparator } from '../kit/menu.tsx'
import { useAuth } from '../session/session-provider.tsx'
import { mayViewAs } from '../session/session.ts'
import { usePanels } from './panels.tsx'
import { useTheme } from './theme.ts'

export type AccountDialog = 'twoFactor' | 'password' | 'viewAs'

interface Props {
  readonly onTheme: () => void
  readonly onPanel: (name: string) => void
  readonly onDialog: (dialog: AccountDialog) => void
  readonly onStopViewing: () => void
  readonly onLogoutEverywhere: () => void
  readonly onLogout: () => void
}

/** The entries of the user menu. They go with the menu, so what outlives a press is the caller's. */
export function AccountEntries({ onTheme, onPanel, onDialog, onStopViewing, onLogoutEverywhere, onLogout }: Props) {
  const { user, viewing } = useAuth()
  const panels = usePanels()
  const [theme] = useTheme()
  const list = useRef<HTMLDivElement>(null)
  // The menu has opened before its entries were loaded: the keyboard waits for the first of them.
  useEffect(() => list.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus(), [])
  if (user === null) return null
  const other = theme === 'dark' ? 'light' : 'dark'
  return (
    <div ref={list}>
      <MenuItem icon={theme === 'dark' ? <Sun aria-hidden /> : <Moon aria-hidden />} onSelect={onTheme}>
        {other === 'light' ? 'Light theme' : 'Dark theme'}
      </MenuItem>
      {panels.length > 0 && <MenuSeparator />}
      {panels.map(({ name, title, icon: Icon }) => (
        <MenuItem key={name} icon={<Icon aria-hidden />} onSelect={() => onPanel(name)}>
          {title}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem icon={<ShieldCheck aria-hidden />} onSelect={() => onDialog('twoFactor')}>
        Two-factor sign-in
      </MenuItem>
      <MenuItem icon={<Lock aria-hidden />} onSelect={() => onDialog('password')}>
        Change password
      </MenuItem>
      <MenuSeparator />
      {mayViewAs(user) && (
        <>
          <MenuItem
            icon={viewing === null ? <Eye aria-hidden /> : <EyeOff aria-hidden />}
            onSelect={() => (viewing === null ? onDialog('viewAs') : onStopViewing())}
          >
            {viewing === null ? 'View as…' : 'Stop viewing'}
          </MenuItem>
          <MenuSeparator />
        </>
      )}
      <MenuItem icon={<MonitorX aria-hidden />} onSelect={onLogoutEverywhere}>
        Log out everywhere
      </MenuItem>
      <MenuItem icon={<LogOut aria-hidden />} onSelect={onLogout}>
        Log out
      </MenuItem>
    </div>
  )
}

import {
  ArchiveRestore,
  Eye,
  History,
  Lock,
  LogOut,
  Mail,
  MonitorSmartphone,
  MonitorX,
  Moon,
  Settings,
  ShieldCheck,
  Store,
  Sun,
} from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { MenuItem, MenuSeparator } from '../kit/overlay/menu-entries.tsx'
import { useAuth } from '../session/session-provider.tsx'
import { mayViewAs } from '../session/session.ts'
import { usePanels } from './panels.tsx'
import { useTheme } from '../kit/theme.ts'

export type AccountDialog = 'twoFactor' | 'password' | 'email' | 'viewAs'

interface Props {
  readonly onPanel: (name: string) => void
  readonly onDialog: (dialog: AccountDialog) => void
  readonly onLogoutEverywhere: () => void
  readonly onLogout: () => void
}

/** Icons by panel name. Here instead of in `panels`, so that they load with the menu. */
const icons: Readonly<Record<string, ReactNode>> = {
  'import-shop': <Store aria-hidden />,
  'restore-holds': <ArchiveRestore aria-hidden />,
  activity: <History aria-hidden />,
  sessions: <MonitorSmartphone aria-hidden />,
}

/** The entries of the user menu. They unmount with the menu, so the caller holds everything that must outlive a press. */
export function AccountEntries({ onPanel, onDialog, onLogoutEverywhere, onLogout }: Props) {
  const { user, isOwnHost } = useAuth()
  const panels = usePanels()
  const firstSetting = panels.find(({ isSetting }) => isSetting)
  const others = panels.filter(({ isSetting }) => isSetting !== true)
  const [theme, chooseTheme] = useTheme()
  const list = useRef<HTMLDivElement>(null)
  // The menu may open before its entries are loaded, so the first entry gets the focus here.
  useEffect(() => list.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus(), [])
  if (user === null) return null
  const other = theme === 'dark' ? 'light' : 'dark'
  return (
    <div ref={list}>
      <MenuItem icon={theme === 'dark' ? <Sun aria-hidden /> : <Moon aria-hidden />} onSelect={() => chooseTheme(other)}>
        {other === 'light' ? 'Light theme' : 'Dark theme'}
      </MenuItem>
      {panels.length > 0 && <MenuSeparator />}
      {firstSetting !== undefined && (
        <MenuItem icon={<Settings aria-hidden />} onSelect={() => onPanel(firstSetting.name)}>
          Settings
        </MenuItem>
      )}
      {others.map(({ name, title }) => (
        <MenuItem key={name} icon={icons[name]} onSelect={() => onPanel(name)}>
          {title}
        </MenuItem>
      ))}
      {isOwnHost && (
        <>
          <MenuSeparator />
          <MenuItem icon={<ShieldCheck aria-hidden />} onSelect={() => onDialog('twoFactor')}>
            Two-factor sign-in
          </MenuItem>
          <MenuItem icon={<Lock aria-hidden />} onSelect={() => onDialog('password')}>
            Change password
          </MenuItem>
          <MenuItem icon={<Mail aria-hidden />} onSelect={() => onDialog('email')}>
            Change email
          </MenuItem>
        </>
      )}
      <MenuSeparator />
      {mayViewAs(user) && (
        <MenuItem icon={<Eye aria-hidden />} onSelect={() => onDialog('viewAs')}>
          View as…
        </MenuItem>
      )}
      {isOwnHost && (
        <MenuItem icon={<MonitorX aria-hidden />} onSelect={onLogoutEverywhere}>
          Log out everywhere
        </MenuItem>
      )}
      <MenuItem icon={<LogOut aria-hidden />} onSelect={onLogout}>
        Log out
      </MenuItem>
    </div>
  )
}

import { useNavigate, useRouter } from '@tanstack/react-router'
import {
  Bell,
  Download,
  Gift,
  Keyboard,
  LayoutDashboard,
  Lock,
  LogOut,
  type LucideIcon,
  Mail,
  MonitorX,
  Moon,
  Package,
  PanelRight,
  ShieldCheck,
  Sun,
  TicketPercent,
} from 'lucide-react'
import { filtersOf, useExportOrders } from '../../features/orders/filters.ts'
import { useSetSearchParams } from '../../kit/search-params.ts'
import { useAuth } from '../../session/session-provider.tsx'
import { useLogout, useLogoutEverywhere } from '../../session/use-logout.ts'
import { usePanels } from '../panels.tsx'
import { screens } from '../../routes/screens.ts'
import { useTheme } from '../../kit/theme.ts'

export interface Command {
  readonly id: string
  readonly group: 'Actions' | 'Screens'
  readonly title: string
  /** Further words that find the command. */
  readonly words?: string
  readonly icon: LucideIcon
  /** Opens a dialog in place of the palette. */
  readonly isDialog?: true
  readonly run: () => void
}

export type OwnDialog = 'shortcuts' | 'twoFactor' | 'password' | 'email'

/** All actions and screens that the palette offers and the signed-in person may use. */
export function useCommands(openDialog: (dialog: OwnDialog) => void): readonly Command[] {
  const { isOwnHost, may } = useAuth()
  const navigate = useNavigate()
  const { state } = useRouter()
  const change = useSetSearchParams()
  const panels = usePanels()
  const [theme, chooseTheme] = useTheme()
  const other = theme === 'dark' ? 'light' : 'dark'
  const logout = useLogout()
  const logoutEverywhere = useLogoutEverywhere()
  const exporting = useExportOrders()
  const add = (path: '/products' | '/coupons' | '/notifications') => () => void navigate({ to: path, search: { add: '1' } })
  const filters = state.location.pathname === '/purchases/orders' ? filtersOf(state.matches.at(-1)?.search ?? {}) : {}

  const actions: readonly (Omit<Command, 'group'> | false)[] = [
    may('products:write') && { id: 'add-product', title: 'Add New Product', words: 'create', icon: Package, run: add('/products') },
    may('coupons:write') && { id: 'create-coupon', title: 'Create Coupon', words: 'add new', icon: TicketPercent, run: add('/coupons') },
    may('announcements:write') && {
      ...{ id: 'add-announcement', title: 'Add Notification', words: 'create new announcement', icon: Bell, run: add('/notifications') },
    },
    isOwnHost &&
      may('orders:export') && {
        ...{
          id: 'export-orders',
          // A key in place of the list is no filter.
          title: Object.keys(filters).length > 0 ? 'Export orders of this list' : 'Export orders',
          words: 'csv download',
          icon: Download,
        },
        run: () => exporting.mutate({ filters, rows: 'orders' }),
      },
    isOwnHost &&
      may('payouts:read') && {
        ...{ id: 'books', title: 'Books', words: 'accountant profit cost month csv print', icon: LayoutDashboard },
        run: () => void navigate({ to: '/', search: { books: '1' } }),
      },
    may('payouts:read') && {
      ...{ id: 'payouts', title: 'Pending Payouts', words: 'referrals pay', icon: Gift },
      run: () => void navigate({ to: '/referrals', search: { tab: 'payouts' } }),
    },
    {
      ...{
        id: 'theme',
        title: other === 'light' ? 'Light theme' : 'Dark theme',
        words: 'appearance',
        icon: other === 'light' ? Sun : Moon,
      },
      run: () => chooseTheme(other),
    },
    ...panels.map(({ name, title, isSetting }) => ({
      id: `panel:${name}`,
      title,
      ...(isSetting && { words: 'settings' }),
      icon: PanelRight,
      run: () => void change({ panel: name }, { isStep: true }),
    })),
    { id: 'shortcuts', title: 'Keyboard shortcuts', words: 'help', icon: Keyboard, isDialog: true, run: () => openDialog('shortcuts') },
    isOwnHost && {
      id: 'two-factor',
      title: 'Two-factor sign-in',
      words: '2fa',
      icon: ShieldCheck,
      isDialog: true,
      run: () => openDialog('twoFactor'),
    },
    isOwnHost && { id: 'password', title: 'Change password', icon: Lock, isDialog: true, run: () => openDialog('password') },
    isOwnHost && { id: 'email', title: 'Change email', words: 'address', icon: Mail, isDialog: true, run: () => openDialog('email') },
    isOwnHost && {
      id: 'logout-everywhere',
      title: 'Log out everywhere',
      words: 'sign out',
      icon: MonitorX,
      run: () => void logoutEverywhere(),
    },
    { id: 'logout', title: 'Log out', words: 'sign out', icon: LogOut, run: logout },
  ]
  const places = screens.flatMap(({ path, title, icon, permission }): Command[] =>
    icon !== undefined && may(permission)
      ? [{ id: `screen:${path}`, group: 'Screens', title, words: 'go to', icon, run: () => void navigate({ to: path }) }]
      : [],
  )
  return [...places, ...actions.flatMap((action): Command[] => (action === false ? [] : [{ ...action, group: 'Actions' }]))]
}

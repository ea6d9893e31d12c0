import { type SearchKind, type SearchResult, searchKinds } from '@keydesk/contract'
import { Bell, Gift, KeyRound, Layers, type LucideIcon, Package, ShoppingCart, TicketPercent, User } from 'lucide-react'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useSetSearchParams } from '../../kit/search-params.ts'
import { hasWords } from '../../kit/table/column.ts'
import { useAuth, useMay } from '../../session/session-provider.tsx'
import { type Command, type OwnDialog, useCommands } from './commands.ts'
import { type Recent, readRecent, remember } from './recent.ts'

/** A line of the palette. */
export interface Entry {
  readonly id: string
  readonly group: string
  readonly title: string
  readonly detail?: string
  readonly icon: LucideIcon
  /** Opens a dialog in place of the palette. */
  readonly isDialog?: boolean
  readonly choose: () => void
}

const kinds: Readonly<Record<SearchKind, { readonly group: string; readonly icon: LucideIcon }>> = {
  order: { group: 'Orders', icon: ShoppingCart },
  key: { group: 'Keys', icon: KeyRound },
  customer: { group: 'Customers', icon: User },
  product: { group: 'Products', icon: Package },
  variant: { group: 'Variants', icon: Layers },
  coupon: { group: 'Coupons', icon: TicketPercent },
  referral_user: { group: 'Referral users', icon: Gift },
  announcement: { group: 'Notifications', icon: Bell },
}

const isSearchKind = (kind: string): kind is SearchKind => Object.hasOwn(searchKinds, kind)

/**
 * The entries for a text: without a text the recent ones and all commands; with a text the matching ones at once, and the server's results.
 */
export function useEntries(q: string, found: readonly SearchResult[], openDialog: (dialog: OwnDialog) => void): readonly Entry[] {
  const owner = useAuth().user?.username ?? ''
  const may = useMay()
  const router = useRouter()
  const change = useSetSearchParams()
  const commands = useCommands(openDialog)
  const [recent] = useState(() => readRecent(owner))

  const ofCommand = (command: Command, group: string = command.group): Entry => ({
    ...{ id: command.id, group, title: command.title, icon: command.icon, isDialog: command.isDialog === true },
    choose: () => {
      remember(owner, { id: command.id, kind: 'command', title: command.title, path: '' })
      command.run()
    },
  })
  const ofThing = (thing: Recent, group: string, detail?: string): Entry[] => {
    if (!isSearchKind(thing.kind) || !may(searchKinds[thing.kind])) return []
    const choose = () => {
      remember(owner, thing)
      // A customer opens over the current screen.
      const customer = /[?&]customer=([^&]*)/.exec(thing.path)?.[1]
      if (customer !== undefined) void change({ customer }, { isStep: true })
      else router.history.push(thing.path)
    }
    return [
      { ...{ id: `${group} ${thing.id}`, group, title: thing.title, icon: kinds[thing.kind].icon, choose }, ...(detail && { detail }) },
    ]
  }

  if (q === '') {
    const lately = recent.flatMap((one): Entry[] => {
      const command = commands.find(({ id }) => id === one.id)
      return command === undefined ? ofThing(one, 'Recent') : [{ ...ofCommand(command, 'Recent'), id: `recent ${one.id}` }]
    })
    return [...lately, ...commands.map((command) => ofCommand(command))]
  }
  const results = found.flatMap((result) => {
    if (!isSearchKind(result.kind)) return []
    return ofThing({ ...result, id: `${result.kind}:${result.id}` }, kinds[result.kind].group, result.detail)
  })
  return [...commands.filter(({ title, words = '' }) => hasWords(`${title} ${words}`, q)).map((command) => ofCommand(command)), ...results]
}

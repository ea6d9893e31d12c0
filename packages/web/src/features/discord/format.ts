import type { DiscordServer } from '@keydesk/contract'

const names: Record<string, string> = { update: 'Update', restock: 'Restock', announcement: 'Announcement', alert: 'Alert', test: 'Test' }

/** The name of a type of message. An unknown type is shown unchanged. */
export const formatType = (type: string): string => names[type] ?? type

const statuses: Record<string, string> = { success: 'Success', failed: 'Failed', pending: 'Pending', skipped: 'Skipped' }

/** 'Update: Northlight'; without the name of the thing just 'Update'. */
export const formatSubject = (type: string, name: string | null | undefined): string =>
  name ? `${formatType(type)}: ${name}` : formatType(type)

export const messageTone = (status: string): 'green' | 'red' => (status === 'success' ? 'green' : 'red')

export const formatStatus = (status: string): string => statuses[status] ?? status

/** What a message may go to, or mention. */
export type PlaceKind = 'channels' | 'roles'

export interface Place {
  readonly id: string
  readonly name: string
  /** The name as Discord writes it: `#updates`, `@Customers`. */
  readonly label: string
  /** The name of its server, if the bot is in several. */
  readonly server: string | undefined
}

export const placesOf = (servers: readonly DiscordServer[], kind: PlaceKind): readonly Place[] =>
  servers.flatMap((server) =>
    server[kind].map(({ id, name }) => ({
      ...{ id, name, label: `${kind === 'channels' ? '#' : '@'}${name}` },
      server: servers.length > 1 ? server.name : undefined,
    })),
  )

/** The name of a place, or its id if it is not in the list. */
export function nameOfPlace(places: readonly Place[], id: string): string {
  const place = places.find((one) => one.id === id)
  if (place === undefined) return id
  return place.server === undefined ? place.label : `${place.label} · ${place.server}`
}

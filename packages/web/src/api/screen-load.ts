import type { Permission } from '@keydesk/contract'
import type { QueryClient } from '@tanstack/react-query'
import type { Client } from './context.tsx'

/** Where a screen is about to be shown. */
export interface ScreenPlace {
  readonly queries: QueryClient
  readonly client: Client
  /** Another host is asked for the basic calls alone. */
  readonly isOwnHost: boolean
  /** What the signed-in person's role allows. */
  readonly may: (permission: Permission) => boolean
  readonly params: Readonly<Record<string, string | undefined>>
  /** One value of the address's search part. */
  readonly get: (name: string) => string
}

/** Fetches what a screen shows first, with the query options that the screen itself uses. */
export type LoadScreen = (place: ScreenPlace) => readonly Promise<unknown>[]

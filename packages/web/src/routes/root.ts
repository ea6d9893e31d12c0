import type { Permission } from '@keydesk/contract'
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import type { Client } from '../api/context.tsx'
import { NotFound } from '../app/not-found.tsx'
import type { Session } from '../session/session.ts'

export interface RouterContext {
  readonly session: Session
  readonly queries: QueryClient
  readonly client: Client
  /** What the role of the signed-in person allows. */
  readonly may: (permission: Permission) => boolean
  /** Another host is asked for the basic calls alone. */
  readonly isOwnHost: () => boolean
  /** The first screen that the signed-in person may use. */
  readonly home: () => string
}

/** A screen behind the sign-in, as the sidebar, the breadcrumb and the palette show it. */
export interface ScreenInfo {
  readonly title: string
  /** What the role of the signed-in person must allow. */
  readonly permission: Permission
  /** A screen with an icon has an entry in the sidebar; one without is below the screen whose path it begins with. */
  readonly icon?: LucideIcon
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    readonly screen?: ScreenInfo
  }
  interface HistoryState {
    /** On the login page: the address that was asked for. Kept in the history entry, so it survives a reload. */
    askedFor?: string
  }
}

/** Waits for what a screen shows first. What fails shows on the screen, in its own words. */
export const settle = async (queries: readonly Promise<unknown>[]): Promise<void> => void (await Promise.allSettled(queries))

export const rootRoute = createRootRouteWithContext<RouterContext>()({ notFoundComponent: NotFound })

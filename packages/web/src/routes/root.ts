import type { Permission } from '@keydesk/contract'
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, type RouteComponent } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import { createElement, useEffect, useState } from 'react'
import type { Client } from '../api/context.tsx'
import { NotFound } from '../app/not-found.tsx'
import { orCodeError } from '../kit/feedback/code-error.ts'
import type { Session } from '../session/session.ts'

export interface RouterContext {
  readonly session: Session
  readonly queries: QueryClient
  readonly client: Client
  /** Whether the signed-in person has a permission. */
  readonly may: (permission: Permission) => boolean
  /** A foreign host gets the basic calls only. */
  readonly isOwnHost: () => boolean
  /** The first screen that the signed-in person may use. */
  readonly home: () => string
}

/** A screen behind the sign-in, as the sidebar, the breadcrumb and the palette show it. */
export interface ScreenInfo {
  readonly title: string
  /** The permission that the screen needs. */
  readonly permission: Permission
  /** A screen with an icon has an entry in the sidebar. One without is a child of the screen whose path is the start of its path. */
  readonly icon?: LucideIcon
  /** Opens the screen when pressed after `g`. One that needs more than its path has none. */
  readonly letter: string | null
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    readonly screen?: ScreenInfo
  }
  interface HistoryState {
    /** On the login page: the address that was asked for. Kept in the history entry, so it survives a reload. */
    askedFor?: string
    /** On the login page: the username whose session was lost. */
    lostBy?: string
  }
}

/** Waits for the queries of a screen. A failed one shows on the screen. */
export const waitForQueries = async (queries: readonly Promise<unknown>[]): Promise<void> => void (await Promise.allSettled(queries))

const loadSkeletons = () => orCodeError(import('./skeletons.ts'))
type Skeletons = Awaited<ReturnType<typeof loadSkeletons>>

/** What a screen shows while it loads. The frame brings the code, because the login page needs none of it; the router calls `preload`. */
export function loadingScreen(create: (skeletons: Skeletons) => RouteComponent): RouteComponent {
  let screen: RouteComponent | undefined
  const preload = async () => {
    screen ??= create(await loadSkeletons())
  }
  function LoadingScreen() {
    const [, setLoaded] = useState(screen !== undefined)
    // It may be drawn before its code is there.
    useEffect(
      () =>
        void preload().then(
          () => setLoaded(true),
          () => undefined,
        ),
      [],
    )
    return screen === undefined ? null : createElement(screen)
  }
  return Object.assign(LoadingScreen, { preload })
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({ notFoundComponent: NotFound })

import type { QueryClient } from '@tanstack/react-query'
import { type AnyRouter, RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import type { Client } from '../src/api/context.tsx'
import { Providers } from '../src/app/providers.tsx'
import { createQueries } from '../src/app/queries.ts'
import { KitProvider } from '../src/kit/kit-provider.tsx'
import type { Session } from '../src/session/session.ts'

interface Options {
  readonly client: Client
  readonly session: Session
  readonly queries?: QueryClient
  readonly onSession?: () => void
  /** The whole app has its own frame. */
  readonly hasFrame?: boolean
}

/** Renders a router inside the providers of the app. */
export function show(router: AnyRouter, options: Options): void {
  const { client, session, queries = createQueries(), onSession = () => undefined, hasFrame = false } = options
  const page = <RouterProvider router={router} />
  render(
    <Providers client={client} session={session} queries={queries} onSession={onSession}>
      {hasFrame ? page : <KitProvider owner="ann">{page}</KitProvider>}
    </Providers>,
  )
}

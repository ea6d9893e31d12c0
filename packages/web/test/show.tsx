import type { QueryClient } from '@tanstack/react-query'
import { type AnyRouter, RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import type { Client } from '../src/api/context.tsx'
import { Providers } from '../src/app/providers.tsx'
import { createQueries } from '../src/app/queries.ts'
import type { Session } from '../src/session/session.ts'

interface Options {
  readonly client: Client
  readonly session: Session
  readonly queries?: QueryClient
  readonly onSession?: () => void
}

/** Renders a router inside the providers of the app. */
export function show(router: AnyRouter, options: Options): void {
  const { client, session, queries = createQueries(), onSession = () => undefined } = options
  render(
    <Providers client={client} session={session} queries={queries} onSession={onSession}>
      <RouterProvider router={router} />
    </Providers>,
  )
}

import { RouterProvider, type AnyRouter } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { Providers } from '../src/app/providers.tsx'
import { createQueries } from '../src/app/queries.ts'
import { Toasts } from '../src/kit/toasts.tsx'

type Options = Pick<ComponentProps<typeof Providers>, 'host' | 'transport' | 'session' | 'onWrite'> & {
  readonly onSignedOut?: () => void
  /** The whole app has its own. */
  readonly hasToasts?: boolean
}

/** Renders what a router shows, in the surroundings that the app gives it. */
export function show(router: AnyRouter, { onSignedOut = () => undefined, hasToasts = false, ...connection }: Options): void {
  render(
    <Providers {...connection} queries={createQueries()} onSignedOut={onSignedOut}>
      <RouterProvider router={router} />
      {!hasToasts && <Toasts />}
    </Providers>,
  )
}

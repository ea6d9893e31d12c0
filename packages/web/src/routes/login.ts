import { resetFragment, tokenOfFragment } from '@keydesk/contract'
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { orCodeError } from '../kit/feedback/code-error.ts'
import { rootRoute } from './root.ts'

const code = () => orCodeError(import('../features/login/index.ts'))

/** Signing out leads to the login page at once, even if the connection is gone. */
export const loginPage = { preload: () => void code().catch(() => undefined) }

export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  beforeLoad: ({ context, location }) => {
    const signed = context.session.get()
    const hasLink = [undefined, resetFragment].some((start) => tokenOfFragment(`#${location.hash}`, start) !== null)
    if (signed === null || signed.user.two_factor_due === true || hasLink) return
    throw redirect({ to: context.home(), replace: true })
  },
  component: lazyRouteComponent(code, 'LoginPage'),
})

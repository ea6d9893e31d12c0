import { resetFragment, tokenOfFragment } from '@keydesk/contract'
import { createRoute, redirect } from '@tanstack/react-router'
import { LoginPage } from '../features/session/index.ts'
import { rootRoute } from './root.ts'

export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  beforeLoad: ({ context, location }) => {
    const signed = context.session.get()
    const hasLink = [undefined, resetFragment].some((start) => tokenOfFragment(`#${location.hash}`, start) !== null)
    if (signed === null || signed.user.two_factor_due === true || hasLink) return
    throw redirect({ to: context.home(), replace: true })
  },
  component: LoginPage,
})

import { tokenOfFragment } from '@keydesk/contract'
import { createRoute, redirect } from '@tanstack/react-router'
import { LoginPage } from '../features/session/index.ts'
import { rootRoute } from './root.ts'

export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  beforeLoad: ({ context, location }) => {
    const signed = context.session.get()
    if (signed === null || signed.user.two_factor_due === true || tokenOfFragment(`#${location.hash}`) !== null) return
    throw redirect({ to: context.home(), replace: true })
  },
  component: LoginPage,
})

import { activityKinds, subjectKinds } from '@keydesk/contract'
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { orCodeError } from '../kit/feedback/code-error.ts'
import { rootRoute, type RouterContext } from './root.ts'
import { day, matching, oneOf, searchOf, text, whole } from './search.ts'

/** The filters of the panel Activity. */
const activitySearch = {
  activity_actor: whole,
  activity_api_key: whole,
  activity_kind: oneOf(activityKinds),
  activity_thing: oneOf(subjectKinds),
  activity_id: whole,
  activity_from: day,
  activity_to: day,
}

/** The panel, customer or history that is open over the screen. */
export const frameSearch = searchOf({
  panel: text,
  /** `order-12` or `user-5`, so that no email is in the address. */
  customer: matching(/^(order|user)-\d{1,15}$/),
  /** `coupon-12` */
  history: matching(/^[a-z]+-\d{1,15}$/),
  /** The webhook whose deliveries are open over the panel Webhooks. */
  webhooks_deliveries: whole,
  ...activitySearch,
})

/** Removes the filters of the panel Activity from the address. */
export const noActivityFilters = Object.fromEntries(Object.keys(activitySearch).map((name) => [name, undefined])) as {
  readonly [Name in keyof typeof activitySearch]: undefined
}

/** Everything inside it needs a sign-in. */
export const frameRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'frame',
  validateSearch: frameSearch,
  beforeLoad: async ({ context, location }) => {
    const signed = context.session.get()
    if (signed === null || signed.user.two_factor_due === true)
      throw redirect({ to: '/login', replace: true, state: { askedFor: location.href } })
    if (signed.user.permissions === undefined) await learnRights(context)
    // A role that may not use the Dashboard gets the first screen that it may use.
    const home = context.home()
    if (location.pathname === '/' && home !== '/') throw redirect({ to: home, replace: true })
  },
  component: lazyRouteComponent(() => orCodeError(import('../app/frame.tsx')), 'Frame'),
})

/** The first screen waits at most this long for the permissions. */
const rightsMs = 1_000

/**
 * Fetches the permissions of a user that was stored without them. Until they are known the host counts as foreign, and then everything is
 * refetched. A foreign host does not know the call and gets it once.
 */
async function learnRights({ queries, client, session }: RouterContext): Promise<void> {
  const { meQuery } = await orCodeError(import('../session/use-fresh-rights.ts'))
  const me = meQuery(client.api)
  if (queries.getQueryState(me.queryKey) !== undefined) return
  const learnt = queries.fetchQuery(me).then(session.update, () => undefined)
  await Promise.race([learnt, new Promise((goOn) => setTimeout(goOn, rightsMs))])
}

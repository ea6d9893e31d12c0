import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { orCodeError } from '../kit/feedback/code-error.ts'
import { frameRoute } from './frame.ts'
import { loadingScreen, waitForQueries, type ScreenInfo } from './root.ts'
import { oneOf, searchOf, whole } from './search.ts'

/** `?variant=12&view=stock`: the open variant, and its view. */
const productSearch = searchOf({ variant: whole, view: oneOf(['stock', 'history']) })

export const productHeader = { title: 'Product Details', description: 'What customers see, and the keys that they get.' }

const screen: ScreenInfo = { title: productHeader.title, letter: null, permission: 'products:read' }
const code = () => orCodeError(import('../features/products/editor/index.ts'))

export const productRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/products/$id',
  // An invalid id becomes 0, which no product has.
  params: { parse: ({ id }) => ({ id: /^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0 }), stringify: ({ id }) => ({ id: String(id) }) },
  staticData: { screen },
  validateSearch: productSearch,
  loader: async ({ context, params }) => {
    if (!context.may(screen.permission)) return
    const { preloadEditor, productQuery } = await code()
    if (context.may('products:write')) preloadEditor()
    if (params.id > 0) await waitForQueries([context.queries.ensureQueryData(productQuery(context.client.api, params.id))])
  },
  pendingComponent: loadingScreen(({ PendingProduct }) => PendingProduct),
  component: lazyRouteComponent(code, 'ProductPage'),
})

import { auth } from './auth.ts'
import type { Endpoint } from './endpoint.ts'
import { games } from './games.ts'
import { media } from './media.ts'
import { products } from './products.ts'
import { variants } from './variants.ts'

/** Every call there is, by noun: what the API documentation and the tests over all calls are made from. */
export const calls: Record<string, Record<string, Endpoint>> = { auth, games, media, products, variants }

import type { Page } from '@playwright/test'
import { screens } from './screens.ts'

/** The stops of the test that visits every screen at every width. */
export interface Place {
  readonly name: string
  readonly path: string
  /** Its content is one list. */
  readonly isList?: boolean
  /** What opens on top: a dialog, a drawer, or a part of the page. */
  readonly open?: (page: Page) => Promise<void>
  /** The widths at which it exists; all if left out. */
  readonly widths?: (width: number) => boolean
}

const lists = new Set<string>(['Orders', 'Notifications', 'Coupons', 'Referrals'])

/** Every screen behind the sign-in. The product is the one with awkward texts. */
export const allScreens = (product: number): Place[] => [
  ...screens.map(({ entry, path }) => ({ name: entry, path, isList: lists.has(entry) })),
  ...['pending', 'completed', 'payouts'].map((tab) => ({ name: `Referrals ${tab}`, path: `/referrals?tab=${tab}`, isList: true })),
  { name: 'Coupons filtered to nothing', path: '/coupons?q=nothing+is+called+this' },
  { name: 'Product', path: '/products/1' },
  { name: 'Awkward product', path: `/products/${product}` },
  { name: 'Not found', path: '/nowhere' },
]

import { type ActivityRow, inSentence, variantName } from '@keydesk/contract'
import { Link, type LinkProps } from '@tanstack/react-router'
import { inToast, plural } from '../../kit/text/format.ts'

type Subject = ActivityRow['subject']
type Place = Pick<LinkProps, 'to' | 'params' | 'search' | 'hash'>

/** The name of a thing for a sentence or, with `inToast`, for a toast; a variant's includes its product. */
export const nameOfThing = ({ kind, name, product_name }: Subject, written = inSentence): string =>
  written(kind === 'variant' && product_name ? variantName(product_name, name) : name)

/** The link of a thing; null if it is deleted or has no page. */
export function placeOf({ kind, id, name, product_id, is_deleted }: Subject): Place | null {
  if (is_deleted === true) return null
  if (kind === 'product') return { to: '/products/$id', params: { id } }
  if (kind === 'variant')
    return product_id === undefined
      ? null
      : { to: '/products/$id', params: { id: product_id }, search: { variant: id }, hash: `variant-${id}` }
  if (kind === 'order') return { to: '/purchases/orders', search: { order: id } }
  if (kind === 'coupon') return { to: '/coupons', search: { q: name } }
  if (kind === 'user') return { to: '/referrals', search: { q: name } }
  if (kind === 'announcement') return { to: '/notifications', search: { q: name } }
  return kind === 'discord' ? { to: '/discord' } : null
}

/** The name of a thing, with a link while it exists. */
export function ThingLink({ subject }: { readonly subject: Subject }) {
  const place = placeOf(subject)
  const name = nameOfThing(subject)
  if (place === null) return <span className="font-medium">{name}</span>
  return (
    <Link {...place} preload={false} className="relative z-1 font-medium hover:text-accent hover:underline focus-visible:text-accent">
      {name}
    </Link>
  )
}

/** 'Northlight restored with 12 keys' */
export function restoredText(subject: ActivityRow['subject'], { keys_restored: back } = { keys_restored: 0 }): string {
  return `${nameOfThing(subject, inToast)} restored${back === 0 ? '' : ` with ${plural(back, 'key')}`}`
}

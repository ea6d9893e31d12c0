import { type ActivityRow, type Announcement, inSentence, variantName } from '@keydesk/contract'
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

interface Restored {
  readonly data: object
  readonly meta?: { readonly keys_restored: number } | undefined
}

/** 'Northlight restored with 12 keys', 'Winter sale restored, but no longer scheduled' */
export function restoredText(subject: Subject, answer: Restored | undefined): string {
  const keys = answer?.meta?.keys_restored ?? 0
  const rest = subject.kind === 'announcement' ? afterRestore(answer?.data ?? {}) : keys === 0 ? '' : ` with ${plural(keys, 'key')}`
  return `${nameOfThing(subject, inToast)} restored${rest}`
}

/** A deletion ends the post of an announcement, and a restore does not bring it back. */
function afterRestore({ delivery, log_id, publish_at }: Partial<Announcement>): string {
  // Without a log row, nothing was ever to be posted.
  if (delivery !== 'none' || log_id === null) return ''
  return Date.parse(publish_at ?? '') > Date.now() ? ', but no longer scheduled' : '. Nothing is posted to Discord'
}

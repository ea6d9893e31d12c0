import * as z from 'zod/mini'
import { endpoint, wrapped } from '../endpoint.ts'
import { emailText, oneLine } from '../fields.ts'
import { limits } from '../limits.ts'
import { isTimeZone } from '../values/time-zones.ts'
import { text } from '../tolerant.ts'

/** What customers see of the shop, and whose days its books have (docs/reference/shop.md). */

const input = {
  /** Blank for `default_name`. */
  name: oneLine('Shop name', limits.shopName),
  /** Where answers to mails go; blank for the sender. */
  reply_to: z.union([z.literal(''), emailText('Reply-to')], 'Reply-to must be an email address'),
  terms_url: webAddress('Terms'),
  privacy_url: webAddress('Privacy'),
  /** The zone whose days the books have; blank for that of the person who looks. */
  books_zone: z
    .string('Time zone of the books must be text')
    .check(
      z.refine((zone) => zone === '' || isTimeZone(zone), 'Time zone of the books must be the name of a time zone, such as Europe/Paris'),
    ),
}
/** What is left out stays as it is. */
export const shopInput = z.partial(z.object(input))
export type ShopInput = z.infer<typeof shopInput>

export const shopSettings = z.object({
  name: text,
  /** What the shop is called while `name` is blank: the name in MAIL_FROM, or the title of the server. */
  default_name: text,
  reply_to: text,
  /** The address in MAIL_FROM; empty without a mail server. */
  from: text,
  /** The address of the picture; empty without one. */
  logo_url: text,
  terms_url: text,
  privacy_url: text,
  books_zone: text,
})
export type ShopSettings = z.infer<typeof shopSettings>

/** What anybody may know, such as the login page. */
export const openShop = z.object({ name: text, terms_url: text, privacy_url: text })
export type OpenShop = z.infer<typeof openShop>

/** A web address or nothing. */
function webAddress(what: string) {
  return z.string(`${what} must be text`).check(
    z.trim(),
    z.maxLength(limits.shopUrl, `${what} must be at most ${limits.shopUrl} characters`),
    z.refine(
      (url) => url === '' || (/^https?:\/\/[^\s\p{Cc}]+$/iu.test(url) && URL.canParse(url)),
      `${what} must be a web address, such as https://shop.example/terms`,
    ),
  )
}

const path = '/admin/shop'
const access = 'shop:manage'
export const shop = {
  open: endpoint({
    method: 'GET',
    path: '/auth/shop',
    access: 'public',
    beyondSpec: true,
    summary: 'The name of the shop, and where its terms and its privacy notice are',
    response: wrapped(openShop),
  }),
  find: endpoint({
    method: 'GET',
    path,
    access,
    beyondSpec: true,
    summary: 'The settings of the shop',
    response: wrapped(shopSettings),
  }),
  save: endpoint({
    method: 'PUT',
    path,
    access,
    beyondSpec: true,
    summary: 'Change the settings of the shop, all but its logo',
    body: shopInput,
    response: wrapped(shopSettings),
  }),
  uploadLogo: endpoint({
    method: 'POST',
    path: `${path}/logo`,
    access,
    beyondSpec: true,
    summary: 'Give the shop a logo, in place of the one before',
    upload: 'image',
    response: wrapped(shopSettings),
  }),
  removeLogo: endpoint({
    method: 'DELETE',
    path: `${path}/logo`,
    access,
    beyondSpec: true,
    summary: 'Remove the logo of the shop',
    response: wrapped(shopSettings),
  }),
}

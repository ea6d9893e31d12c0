import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { escapeHtml } from '../html/escape-html.ts'

/** Pages that the server draws itself, for people without an account. They need no other file, apart from a logo. */

/** Text in HTML that may contain anything: `html` leaves only this unescaped. */
class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}
export type { Html }

type Part = string | number | null | Html | readonly Html[]

/** HTML with escaped values; null is nothing. */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(texts.reduce((before, text, index) => before + toText(parts[index - 1] ?? null) + text))

/** Text of this program. */
const trusted = (text: string): Html => new Html(text)

function toText(part: Part): string {
  if (part === null) return ''
  if (part instanceof Html) return part.text
  if (typeof part === 'object') return part.map(toText).join('')
  return escapeHtml(String(part))
}

interface Page {
  readonly title: string
  readonly body: Html
}

interface Assets {
  readonly style: string
  readonly script: string
}

/**
 * Makes a function that sends pages. A page contains its style and its script, and nothing else may run or load, except pictures of this
 * server. Nobody may store or index the pages, and their links do not say where they come from, because the address may be a secret.
 */
export function createSendPage({ style, script }: Assets): (reply: FastifyReply, status: number, page: Page) => FastifyReply {
  const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  const policy =
    `default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(script)}; img-src 'self' data:; connect-src 'self'; ` +
    `form-action 'self'; base-uri 'none'; frame-ancestors 'none'`
  // Written outside the template below, whose layout may change: one more space changes the hash.
  const [styleTag, scriptTag] = [trusted(`<style>${style}</style>`), trusted(`<script>${script}</script>`)]
  const draw = ({ title, body }: Page): string =>
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="robots" content="noindex" />
          <meta name="color-scheme" content="light dark" />
          <title>${title}</title>
          <link rel="icon" href="data:," />
          ${styleTag}
        </head>
        <body>
          ${body} ${scriptTag}
        </body>
      </html>`.text
  return (reply, status, page) =>
    reply
      .code(status)
      .type('text/html; charset=utf-8')
      .headers({
        'cache-control': 'no-store',
        'content-security-policy': policy,
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex, nofollow',
      })
      .send(draw(page))
}

/** The languages that a browser asks for, best first, without those that the server cannot format dates in. */
export function languagesOf(header: string | undefined): string[] {
  const tags = (header ?? '').split(',').map((part) => part.split(';')[0]!.trim())
  const known = tags.filter((tag) => /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(tag))
  return known.flatMap((tag) => {
    try {
      return Intl.DateTimeFormat.supportedLocalesOf(tag)
    } catch {
      // Some such texts are no tags: `en-US-GB` has two countries.
      return []
    }
  })
}

import { limits } from '../limits.ts'

/** The mails to customers (docs/reference/mail.md). */
export const mailKinds = ['order_completed', 'key_replaced', 'order_refunded'] as const
export type MailKind = (typeof mailKinds)[number]

/** What a person calls them. */
export const mailKindNames: Readonly<Record<MailKind, string>> = {
  order_completed: 'Keys of an order',
  key_replaced: 'Replaced key',
  order_refunded: 'Refund',
}

/** The fields of a template. Those of `blockFields` are several lines, so a subject has none of them. */
export const mailFields = ['customer', 'order', 'amount', 'keys', 'instructions', 'link'] as const
export type MailField = (typeof mailFields)[number]

export const blockFields = ['keys', 'instructions', 'link'] as const satisfies readonly MailField[]
export type BlockField = (typeof blockFields)[number]

export const isBlockField = (field: MailField): field is BlockField => blockFields.some((each) => each === field)

export interface MailTemplate {
  readonly subject: string
  readonly body: string
}

/** The templates until somebody saves others. */
export const defaultMails: Readonly<Record<MailKind, MailTemplate>> = {
  order_completed: {
    subject: 'Your keys for order {{order}}',
    body: `Hello,

Thank you for your order {{order}}. Here is what you bought:

{{keys}}

{{instructions}}

{{link}}

If a key does not work, write to us and name the order.`,
  },
  key_replaced: {
    subject: 'A new key for order {{order}}',
    body: `Hello,

We have replaced a key of your order {{order}}. The old one no longer works. This is the new one:

{{keys}}

{{instructions}}

{{link}}`,
  },
  order_refunded: {
    subject: 'Refund for order {{order}}',
    body: `Hello,

We have refunded {{amount}} for your order {{order}}. Refunded keys no longer work.

{{keys}}

{{link}}`,
  },
}

/** A piece of a template: text as it is, or the name of a field. */
export type MailPiece = { readonly is: 'text'; readonly text: string } | { readonly is: 'field'; readonly field: MailField }

const isField = (name: string): name is MailField => mailFields.some((each) => each === name)

/** The pieces of a template that `checkMailText` accepts, in their order. */
export function splitMailText(text: string): MailPiece[] {
  return text
    .split(/(\{\{[^{}]*\}\})/)
    .map((piece): MailPiece => {
      const name = /^\{\{([^{}]*)\}\}$/.exec(piece)?.[1]?.trim() ?? ''
      return isField(name) ? { is: 'field', field: name } : { is: 'text', text: piece }
    })
    .filter((piece) => piece.is === 'field' || piece.text !== '')
}

/** Why a text cannot be a part of a template, or undefined. Names the first field that does not exist. */
export function checkMailText(text: string, part: 'subject' | 'body'): string | undefined {
  const [what, max] = part === 'subject' ? ['Subject', limits.shortText] : ['Text', limits.mailBody]
  if (text.trim() === '') return `${what} is required`
  if (text.length > max) return `${what} must be at most ${String(max).replace(/\B(?=(\d{3})+$)/g, ',')} characters`
  if (part === 'subject' && /[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)) return 'Subject must be one line'
  for (const piece of splitMailText(text)) {
    if (piece.is === 'field') {
      if (part === 'subject' && isBlockField(piece.field)) return `{{${piece.field}}} cannot be in the subject`
      continue
    }
    const [, unknown] = /^\{\{([^{}]*)\}\}$/.exec(piece.text) ?? []
    if (unknown !== undefined) return `There is no field {{${unknown.trim().slice(0, 40)}}}`
    if (/\{\{|\}\}/.test(piece.text)) return 'A field is written as {{name}}: two braces on each side'
  }
  return undefined
}

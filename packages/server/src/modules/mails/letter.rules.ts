import {
  amountOf,
  centsToDollars,
  formatUsd,
  isBlockField,
  limits,
  maskKey,
  splitMailText,
  type BlockField,
  type MailField,
  type MailTemplate,
} from '@keydesk/contract'

/** A mail without its form: HTML and plain text are made of it. */
export interface Letter {
  readonly subject: string
  /** The name of the shop, at the top. */
  readonly shop: string
  /** The name of the stored logo that is there instead; left out without one. */
  readonly logo?: string
  readonly blocks: readonly LetterBlock[]
}

export type LetterBlock =
  | { readonly is: 'text'; readonly text: string }
  | {
      readonly is: 'keys'
      readonly groups: readonly KeyGroup[]
      /** The file that has the keys, if they are too many. */
      readonly file?: string
    }
  | {
      readonly is: 'link'
      readonly url: string
      /** What the button says; about an order if left out. */
      readonly text?: string
    }

/** The keys of one item of an order. */
export interface KeyGroup {
  readonly name: string
  readonly keys: readonly string[]
}

/** What only mails store in the outbox. */
export interface MailDetail {
  /** Where the last attempt went. */
  readonly to: string
  /** The mail as it was sent, its keys masked. */
  readonly letter?: Letter
}

/** What a mail says about an order. */
export interface MailContent {
  /** The number that the customer knows. */
  readonly order: string
  readonly customer: string
  /** What was paid, or refunded. */
  readonly amountCents: number
  readonly groups: readonly KeyGroup[]
  /** The instructions of the products, each with the name of its product if there are several. */
  readonly instructions: readonly string[]
  /** The address of the order's page; '' if there is none. */
  readonly link: string
}

/** A text file with all keys, if they are too many for the mail. */
export interface KeyFile {
  readonly name: string
  readonly text: string
}

/** Fills a template (docs/reference/mail.md, Templates). */
export function writeLetter({ subject, body }: MailTemplate, content: MailContent, shop: string): { letter: Letter; file: KeyFile | null } {
  const file = toFile(content)
  const words: Readonly<Record<Exclude<MailField, BlockField>, string>> = {
    customer: content.customer,
    order: `#${content.order}`,
    amount: formatUsd(centsToDollars(content.amountCents)),
  }
  const fill = (field: MailField): string => (isBlockField(field) ? '' : words[field])
  const blocks: LetterBlock[] = []
  let text = ''
  const endText = () => {
    blocks.push(...toParagraphs(text))
    text = ''
  }
  for (const piece of splitMailText(body.replaceAll('\r\n', '\n'))) {
    if (piece.is === 'text') text += piece.text
    else if (!isBlockField(piece.field)) text += fill(piece.field)
    else {
      endText()
      blocks.push(...toBlocks(piece.field, content, file))
    }
  }
  endText()
  const filled = splitMailText(subject).map((piece) => (piece.is === 'text' ? piece.text : fill(piece.field)))
  return { letter: { subject: inOneLine(filled.join('')), shop, blocks }, file }
}

function toBlocks(field: BlockField, { groups, instructions, link }: MailContent, file: KeyFile | null): LetterBlock[] {
  if (field === 'instructions') return instructions.flatMap(toParagraphs)
  if (field === 'link') return link === '' ? [] : [{ is: 'link', url: link }]
  if (groups.length === 0) return []
  if (file === null) return [{ is: 'keys', groups }]
  const counted = groups.map(({ name, keys }) => ({ name: `${name} (${amountOf(keys.length, 'key')})`, keys: [] }))
  return [{ is: 'keys', groups: counted, file: file.name }]
}

/** An empty line ends a paragraph. */
const toParagraphs = (text: string): LetterBlock[] =>
  text
    .replaceAll('\r\n', '\n')
    .split(/\n[ \t]*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => ({ is: 'text', text: paragraph }))

function toFile({ order, groups }: MailContent): KeyFile | null {
  const count = groups.reduce((sum, { keys }) => sum + keys.length, 0)
  if (count <= limits.keysInMail) return null
  const text = groups.map(({ name, keys }) => `${name}\r\n\r\n${keys.join('\r\n')}\r\n`).join('\r\n')
  // The number of another shop may have signs that a file name must not have.
  return { name: `keys-order-${order.replaceAll(/[^\w.-]/g, '-')}.txt`, text }
}

/** The address of a page without its secret. */
export const maskLink = (url: string): string => url.replace(/[^/]+$/, '…')

/** The letter as it is stored: without the values of keys and without the secret of the page's address. */
export const maskLetter = (letter: Letter): Letter => ({ ...letter, blocks: letter.blocks.map(maskBlock) })

function maskBlock(block: LetterBlock): LetterBlock {
  if (block.is === 'text') return block
  if (block.is === 'link') return { ...block, url: maskLink(block.url) }
  return { ...block, groups: block.groups.map(({ name, keys }) => ({ name, keys: keys.map(maskKey) })) }
}

/** The letter with its amounts masked: they are words of its text. */
export function withoutAmounts({ subject, blocks, ...letter }: Letter): Letter {
  const mask = (text: string) => text.replaceAll(/\$\d[\d,]*(\.\d+)?/g, '$•••')
  return {
    ...letter,
    subject: mask(subject),
    blocks: blocks.map((block) => (block.is === 'text' ? { ...block, text: mask(block.text) } : block)),
  }
}

/** Text for a header of a mail: line breaks and other control characters become blanks, so that it cannot add another header. */
export const inOneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()

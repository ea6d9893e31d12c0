import { cleaningOptions } from './cleaning-options.ts'

const load = async () => (await import('sanitize-html')).default

/** Loaded with the first text that is saved: starting up need not wait for it. */
let loading: ReturnType<typeof load> | undefined

/**
 * Rich text with nothing in it but what the editor offers (contract, `richText`), whoever sent it. What the editor
 * itself writes comes back as it was, and cleaning twice is cleaning once.
 */
export async function cleanHtml(html: string): Promise<string> {
  const sanitize = await (loading ??= load())
  // As browsers write it. Text and attributes hold no `>` of their own: the sanitizer has escaped them.
  const clean = (text: string) => sanitize(text, cleaningOptions()).replaceAll(' />', '>').replaceAll('\u00a0', '&nbsp;')
  const cleaned = clean(html)
  // Twisted markup may leave a tag unclosed, which a second look puts right; of all else it sees the same again.
  return clean(cleaned)
}

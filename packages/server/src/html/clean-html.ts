import { cleaningOptions } from './cleaning-options.ts'

const load = async () => (await import('sanitize-html')).default

/** Loaded with the first text that is saved: starting up need not wait for it. */
let loading: ReturnType<typeof load> | undefined

/**
 * Removes everything from rich text that the editor does not offer (contract, `richText`). The editor's own output stays unchanged, and
 * cleaning a cleaned text changes nothing.
 */
export async function cleanHtml(html: string): Promise<string> {
  if (html === '') return ''
  const sanitize = await (loading ??= load())
  // As browsers write it. Text and attributes hold no `>` of their own: the sanitizer has escaped them.
  const clean = (text: string) => sanitize(text, cleaningOptions()).replaceAll(' />', '>').replaceAll('\u00a0', '&nbsp;')
  const cleaned = clean(html)
  // Malformed markup may leave a tag unclosed; a second pass closes it and changes nothing else.
  return clean(cleaned)
}

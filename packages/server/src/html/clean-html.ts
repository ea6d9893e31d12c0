import { cleaningOptions } from './cleaning-options.ts'

const load = async () => (await import('sanitize-html')).default

/** Loaded when the first text is saved, so that the server starts faster. */
let loading: ReturnType<typeof load> | undefined

/**
 * Removes everything from rich text that the editor does not offer (contract, `richText`). The editor's own output is unchanged, and
 * cleaning a text twice changes nothing more.
 */
export async function cleanHtml(html: string): Promise<string> {
  if (html === '') return ''
  const sanitize = await (loading ??= load())
  // Write it as browsers do. Text and attributes contain no `>`: the sanitizer has escaped them.
  const clean = (text: string) => sanitize(text, cleaningOptions()).replaceAll(' />', '>').replaceAll('\u00a0', '&nbsp;')
  const cleaned = clean(html)
  // Malformed markup may leave a tag unclosed; a second pass closes it and changes nothing else.
  return clean(cleaned)
}

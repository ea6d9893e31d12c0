/** The short brand title. The server fills it into the page. */
export function brandTitle(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="brand-title"]')?.content.trim() || 'Keydesk'
}

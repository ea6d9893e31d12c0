/** The short brand title. The server fills it into the page. */
export const brandTitle = (): string => document.querySelector<HTMLMetaElement>('meta[name="brand-title"]')?.content.trim() || 'Keydesk'

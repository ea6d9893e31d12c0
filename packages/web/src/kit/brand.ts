/** What stands for the brand in a shell (app/shell.tsx), which is drawn before anybody knows it. The server looks for it too. */
const brandSlot = '%brand%'

/** The short brand title. The server fills it into the page. */
export function brandTitle(): string {
  if (typeof document === 'undefined') return brandSlot
  return document.querySelector<HTMLMetaElement>('meta[name="brand-title"]')?.content.trim() || 'Keydesk'
}

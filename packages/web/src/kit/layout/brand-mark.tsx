/** A key on a rounded square; the favicon is the same drawing. */
export function BrandMark({ className }: { readonly className?: string }) {
  return (
    <svg aria-hidden viewBox="0 0 32 32" className={className}>
      <rect width="32" height="32" rx="8" className="fill-accent" />
      <g fill="none" strokeWidth="3" strokeLinecap="round" strokeLinejoin="round" className="stroke-on-accent">
        <circle cx="12" cy="16" r="5" />
        <path d="M17 16h9M22 16v4" />
      </g>
    </svg>
  )
}

/** The short brand title, which the server writes into the page. */
export const brandTitle = (): string => document.querySelector<HTMLMetaElement>('meta[name="brand-title"]')?.content.trim() || 'Keydesk'

import { cx } from 'class-variance-authority'
import type { ReactNode } from 'react'
import { Button } from '../../kit/controls/button.tsx'

/** Placeholders: they do nothing yet. The icons are our own drawings. */
export function SocialButtons() {
  return (
    <div className="grid grid-cols-3 gap-2">
      <Social name="Apple">
        <path
          d="M8 5.2C6.6 4.3 3.2 4.6 3 8.4c-.1 2.6 1.6 5.6 3.2 5.6.7 0 1.1-.5 1.8-.5s1.1.5 1.8.5c1.600 0 3.200-3 3.200-5.600C12.800 4.600 9.400 4.300 8 5.200Z"
          fill="currentColor"
          stroke="none"
        />
        <path d="M8 3.600C8 2.300 8.900 1.300 10.200 1.200" />
      </Social>
      <Social name="Google">
        <path d="M12.400 4.200A5.800 5.800 0 1 0 13.800 8H8.400" strokeWidth="2" />
      </Social>
      <Social name="Meta">
        <path
          d="M8 8C6.600 5.400 5.700 4.500 4.400 4.500 2.800 4.500 1.600 6.500 1.600 9c0 1.500.7 2.500 1.900 2.500C5.200 11.500 6.500 9.200 8 8c1.500-2.600 2.300-3.500 3.600-3.500 1.600 0 2.800 2 2.800 4.500 0 1.500-.7 2.500-1.900 2.500C10.800 11.500 9.500 10.400 8 8Z"
          strokeWidth="1.700"
        />
      </Social>
    </div>
  )
}

function Social({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  const glyph = (
    <svg aria-hidden viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="1.500" strokeLinecap="round" strokeLinejoin="round">
      {children}
    </svg>
  )
  return (
    <Button icon={glyph} aria-label={`Continue with ${name}`}>
      {name}
    </Button>
  )
}

/** A link without a target yet: it looks like a link and takes the focus. */
export function DeadLink({ className, children }: { readonly className?: string; readonly children: ReactNode }) {
  return (
    <a
      href="#"
      onClick={(event) => event.preventDefault()}
      className={cx('rounded-sm text-text underline decoration-edge underline-offset-4 hover:decoration-text', className)}
    >
      {children}
    </a>
  )
}

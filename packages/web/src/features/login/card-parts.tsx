import type { ReactNode } from 'react'

/** The parts that the cards of the login page have in common. */

/** The look of their links. */
export const linkClass = 'rounded-sm text-text underline decoration-edge underline-offset-4 hover:decoration-text'

export const CardTitle = ({ children }: { readonly children: ReactNode }) => (
  <h1 className="text-center text-title font-semibold tracking-tight">{children}</h1>
)

interface EndProps {
  readonly icon: ReactNode
  /** It is over for a reason that a screen reader should say at once. */
  readonly isAlert?: boolean
  readonly children: ReactNode
}

/** What a card says instead of a form, with the way on. */
export const CardEnd = ({ icon, isAlert = false, children }: EndProps) => (
  <div
    role={isAlert ? 'alert' : 'status'}
    className="mt-4 flex flex-col items-center gap-4 text-center text-balance [&>svg]:size-5 [&>svg]:text-muted"
  >
    {icon}
    {children}
  </div>
)

/** The message of a refusal. Below the button, which must not move. */
export const CardProblem = ({ text }: { readonly text: string | null }) =>
  text !== null && (
    <p role="alert" className="mt-3 rounded-control bg-red-hue/15 px-3 py-2 text-red">
      {text}
    </p>
  )

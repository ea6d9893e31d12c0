import { cva, cx, type VariantProps } from 'class-variance-authority'
import { LoaderCircle } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { useKeptFocus } from './use-kept-focus.ts'

const look = cva(
  'control-square inline-flex shrink-0 items-center justify-center rounded-control border border-transparent transition-opacity disabled:cursor-not-allowed disabled:opacity-50 [&_svg]:size-4',
  {
    variants: {
      variant: {
        ghost: 'text-muted enabled:hover:bg-hover enabled:hover:text-text data-[state=open]:bg-hover data-[state=open]:text-text',
        danger: 'text-muted enabled:hover:bg-red-hue/15 enabled:hover:text-red',
        secondary: 'border-border bg-raised text-text enabled:hover:border-edge',
      },
    },
    defaultVariants: { variant: 'ghost' },
  },
)

interface Props extends Omit<ComponentProps<'button'>, 'children' | 'ref'>, VariantProps<typeof look> {
  /** The button's name, shown as its tooltip (base.css). */
  readonly label: string
  readonly icon: ReactNode
  readonly busy?: boolean
}

export function IconButton({ label, icon, busy = false, variant, disabled, className, type = 'button', ...rest }: Props) {
  const ref = useKeptFocus(busy)
  return (
    <button
      {...rest}
      ref={ref}
      type={type}
      aria-label={label}
      data-tooltip={label}
      aria-busy={busy || undefined}
      disabled={disabled || busy}
      className={cx(look({ variant }), className)}
    >
      {busy ? <LoaderCircle aria-hidden className="animate-spin" /> : icon}
    </button>
  )
}

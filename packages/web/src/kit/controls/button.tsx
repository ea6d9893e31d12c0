import { type VariantProps, cva, cx } from 'class-variance-authority'
import { LoaderCircle } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { useKeptFocus } from '../overlay/focus.ts'

/** The look of a button, for links that are the page's action. */
export const buttonClass = cva(
  'inline-flex shrink-0 items-center justify-center gap-2 rounded-control border font-medium whitespace-nowrap transition-opacity select-none disabled:cursor-not-allowed not-aria-busy:disabled:opacity-50 aria-busy:opacity-80 [&_svg]:size-4 [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        primary: 'border-transparent bg-accent text-on-accent enabled:hover:bg-accent-hover',
        secondary: 'border-border bg-raised text-text enabled:hover:border-edge enabled:active:bg-hover',
        ghost: 'border-transparent text-text enabled:hover:bg-hover enabled:active:bg-pressed',
        danger: 'border-transparent bg-danger text-on-danger enabled:hover:bg-danger-hover',
      },
      size: {
        md: 'control px-3.5 text-sm',
        sm: 'min-h-8 px-2.5 text-table touch:min-h-11',
      },
    },
    defaultVariants: { variant: 'secondary', size: 'md' },
  },
)

interface ButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'ref'>, VariantProps<typeof buttonClass> {
  readonly icon?: ReactNode
  /** The text while the action runs ('Saving...'); the button is disabled meanwhile. */
  readonly busy?: string | false
  /** On phones it shows its icon alone, beside the title of a page. */
  readonly isCompact?: boolean
  readonly children: ReactNode
}

export function Button({
  variant,
  size,
  icon,
  busy = false,
  isCompact = false,
  disabled,
  className,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  const isBusy = busy !== false
  const ref = useKeptFocus(isBusy)
  const text = isBusy ? busy : children
  return (
    <button
      {...rest}
      ref={ref}
      type={type}
      disabled={disabled || isBusy}
      aria-busy={isBusy || undefined}
      data-compact={isCompact || undefined}
      className={cx(buttonClass({ variant, size }), isCompact && 'max-md:w-11 max-md:px-0', className)}
    >
      {isBusy ? <LoaderCircle aria-hidden className="animate-spin" /> : icon}
      {isCompact ? <span className="max-md:sr-only">{text}</span> : text}
    </button>
  )
}

const styles = cva(
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

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'ref'>, VariantProps<typeof styles> {
  /** The button's name, shown as its tooltip (base.css). */
  readonly label: string
  readonly icon: ReactNode
  readonly busy?: boolean
}

export function IconButton({ label, icon, busy = false, variant, disabled, className, type = 'button', ...rest }: IconButtonProps) {
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
      className={cx(styles({ variant }), className)}
    >
      {busy ? <LoaderCircle aria-hidden className="animate-spin" /> : icon}
    </button>
  )
}

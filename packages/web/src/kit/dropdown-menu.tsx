import { cx } from 'class-variance-authority'
import { DropdownMenu as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { FarTrigger, type FarLink } from './far-trigger.tsx'

interface Props {
  /** Of the `DropdownMenuTrigger` that opens it. */
  readonly trigger: FarLink
  readonly align?: 'start' | 'center' | 'end'
  readonly side?: 'top' | 'right' | 'bottom' | 'left'
  readonly children: ReactNode
}

export function DropdownMenu({ trigger, align = 'end', side = 'bottom', children }: Props) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>
        <FarTrigger link={trigger} />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 min-w-48 animate-pop rounded-control bg-raised p-1 shadow-float outline-none"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

interface ItemProps {
  readonly icon?: ReactNode
  readonly danger?: boolean
  readonly disabled?: boolean
  readonly onSelect: () => void
  readonly children: ReactNode
}

export function DropdownMenuItem({ icon, danger = false, disabled, onSelect, children }: ItemProps) {
  return (
    <Radix.Item
      disabled={disabled}
      onSelect={onSelect}
      className={cx(
        'flex min-h-8 cursor-pointer items-center gap-2.5 rounded-md px-2 text-sm outline-none select-none data-disabled:cursor-not-allowed data-disabled:opacity-50 data-highlighted:bg-hover max-md:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0',
        danger ? 'text-red' : '[&_svg]:text-muted',
      )}
    >
      {icon}
      {children}
    </Radix.Item>
  )
}

export function DropdownMenuSeparator() {
  return <Radix.Separator className="-mx-1 my-1 h-px bg-border" />
}

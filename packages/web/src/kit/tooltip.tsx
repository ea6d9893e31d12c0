import { Tooltip as Radix } from 'radix-ui'
import { useState, type ReactElement, type ReactNode } from 'react'

/** Mounted once, at the root of the frame: tooltips near each other then follow without the first delay. */
export function TooltipProvider({ children }: { readonly children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={350} skipDelayDuration={200}>
      {children}
    </Radix.Provider>
  )
}

interface Props {
  readonly text: ReactNode
  readonly side?: 'top' | 'right' | 'bottom' | 'left'
  /** Keeps it closed, for what already shows its text. */
  readonly off?: boolean
  readonly children: ReactElement
}

export function Tooltip({ text, side = 'top', off = false, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Radix.Root open={isOpen && !off} onOpenChange={setOpen}>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-w-72 animate-appear rounded-md bg-text px-2 py-1 text-caption font-medium text-bg select-none"
        >
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

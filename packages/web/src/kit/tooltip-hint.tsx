import { Tooltip as Radix } from 'radix-ui'
import { useState, useSyncExternalStore, type ReactNode } from 'react'
import { FarTrigger, type FarLink } from './far-trigger.tsx'
import { haste } from './tooltip-haste.ts'

export interface HintProps {
  readonly text: ReactNode
  readonly side: 'top' | 'right' | 'bottom' | 'left'
  readonly off: boolean
  readonly trigger: FarLink
}

/** The tooltip itself, which comes with the first touch of what it is about. */
export function TooltipHint({ text, side, off, trigger }: HintProps) {
  const [isOpen, setOpen] = useState(false)
  const delay = useSyncExternalStore(haste.subscribe, haste.delay)
  const change = (next: boolean) => {
    if (next) haste.opened()
    else haste.closed()
    setOpen(next)
  }
  return (
    <Radix.Provider delayDuration={delay}>
      <Radix.Root open={isOpen && !off} onOpenChange={change}>
        <Radix.Trigger asChild>
          <FarTrigger link={trigger} />
        </Radix.Trigger>
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
    </Radix.Provider>
  )
}

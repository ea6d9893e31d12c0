import { Slot } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { useFarTrigger } from './far-trigger.tsx'
import { later } from './later.tsx'
import type { HintProps } from './tooltip-hint.tsx'

/** Fetched once the screen is there, or with the first touch. */
export const TooltipHint = later<HintProps>(async () => (await import('./tooltip-hint.tsx')).TooltipHint)

interface Props {
  readonly text: ReactNode
  readonly side?: HintProps['side']
  /** Keeps it closed, for what already shows its text. */
  readonly off?: boolean
  readonly children: ReactElement
}

const hover = { opens: ['onPointerMove', 'onFocus'], spoils: ['onPointerLeave', 'onBlur', 'onPointerDown', 'onClick'] } as const

export function Tooltip({ text, side = 'top', off = false, children }: Props) {
  const { near, link, isWanted } = useFarTrigger(hover)
  return (
    <>
      <Slot.Root {...near}>{children}</Slot.Root>
      {isWanted && <TooltipHint text={text} side={side} off={off} trigger={link} />}
    </>
  )
}

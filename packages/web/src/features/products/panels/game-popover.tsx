import { Popover } from 'radix-ui'
import { FarTrigger, type FarLink } from '../../../kit/far-trigger.tsx'
import { GameList } from './game-list.tsx'

export interface GamePopoverProps {
  readonly trigger: FarLink
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  readonly listId: string
  readonly value: string
  readonly onChoose: (name: string) => void
}

/** What the game picker opens, which comes with its first touch. */
export function GamePopover({ trigger, isOpen, onOpenChange, listId, value, onChoose }: GamePopoverProps) {
  return (
    <Popover.Root open={isOpen} onOpenChange={onOpenChange}>
      <Popover.Trigger asChild>
        <FarTrigger link={trigger} />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label="Games"
          align="start"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 w-(--radix-popover-trigger-width) min-w-60 animate-pop rounded-control bg-raised shadow-float"
        >
          <GameList listId={listId} value={value} onChoose={onChoose} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

import { cx } from 'class-variance-authority'
import { DropdownMenu } from 'radix-ui'
import { type FocusEvent, type ReactNode, type Ref, type RefObject, useImperativeHandle } from 'react'
import { floatingBy, floatingClass } from './popover.tsx'
import { useStepCloses } from './use-dialog.ts'

interface Props {
  readonly labelledBy: string
  readonly anchor: RefObject<HTMLButtonElement | null>
  readonly onClose: () => void
  readonly children: ReactNode
}

/** An open menu. The button of `Menu` is rendered before this code loads, so a trigger that renders nothing represents it to the library. */
export function MenuEntries({ labelledBy, anchor, onClose, children }: Props) {
  useStepCloses(onClose)
  return (
    <DropdownMenu.Root open modal={false} onOpenChange={(open) => !open && onClose()}>
      <DropdownMenu.Trigger asChild>
        <Trigger button={anchor} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          loop
          {...floatingBy(anchor)}
          aria-labelledby={labelledBy}
          onFocus={focusFirst}
          onKeyDown={({ key }) => key === 'Tab' && onClose()}
          className={cx(
            floatingClass,
            'max-h-(--radix-dropdown-menu-content-available-height) min-w-[max(12rem,var(--radix-dropdown-menu-trigger-width))] p-1',
          )}
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

interface TriggerProps {
  readonly button: RefObject<HTMLButtonElement | null>
  readonly ref?: Ref<HTMLButtonElement>
}

function Trigger({ button, ref }: TriggerProps) {
  useImperativeHandle(ref, () => button.current!)
  return null
}

/** The first entry has the focus once the menu opens, by mouse too; the library does so for the keyboard alone. */
function focusFirst({ target, currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void {
  if (target !== currentTarget || currentTarget.contains(relatedTarget)) return
  currentTarget.querySelector<HTMLElement>('[role=menuitem]:not([data-disabled])')?.focus({ preventScroll: true })
}

interface ItemProps {
  readonly icon?: ReactNode
  readonly isDanger?: boolean
  readonly disabled?: boolean
  readonly onSelect: () => void
  readonly children: ReactNode
}

export const MenuItem = ({ icon, isDanger = false, disabled, onSelect, children }: ItemProps) => (
  <DropdownMenu.Item
    disabled={disabled}
    onSelect={onSelect}
    className={cx(
      'flex min-h-8 cursor-pointer items-center gap-2.5 rounded-sm px-2 text-sm outline-none select-none data-highlighted:bg-hover data-disabled:cursor-not-allowed data-disabled:opacity-50 touch:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0',
      isDanger ? 'text-red' : '[&_svg]:text-muted',
    )}
  >
    {icon}
    {children}
  </DropdownMenu.Item>
)

export const MenuSeparator = () => <DropdownMenu.Separator className="-mx-1 my-1 h-px bg-border" />

import { Check } from 'lucide-react'
import { Select as Radix } from 'radix-ui'
import { useState, type KeyboardEvent, type PointerEvent } from 'react'
import { FarTrigger, type FarLink, type Missed } from './far-trigger.tsx'

export interface Option {
  readonly value: string
  readonly label: string
  readonly disabled?: boolean
}

export interface SelectListProps {
  readonly trigger: FarLink
  readonly value: string
  readonly onChange: (value: string) => void
  readonly options: readonly Option[]
  readonly disabled: boolean
}

/** What a select opens, which comes with its first touch. Opens by itself for a missed press: told of it late, Radix would take the next one, on an option, for its end. */
export function SelectList({ trigger, value, onChange, options, disabled }: SelectListProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Radix.Root
      open={isOpen}
      onOpenChange={setOpen}
      value={toRadix(value, options)}
      onValueChange={(chosen) => onChange(fromRadix(chosen))}
      disabled={disabled}
    >
      <Radix.Trigger asChild>
        <FarTrigger link={trigger} onMissed={(missed) => setOpen(wasOpened(missed))} />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) animate-pop overflow-hidden rounded-control bg-raised shadow-float"
        >
          <Radix.Viewport className="p-1">
            {options.map((option) => (
              <Radix.Item
                key={option.value}
                value={asRadix(option.value)}
                disabled={option.disabled}
                className="flex min-h-8 items-center gap-2 rounded-md pr-3 pl-2 text-sm outline-none data-disabled:opacity-50 data-highlighted:bg-hover max-md:min-h-11"
              >
                <span className="flex size-4 shrink-0 items-center justify-center">
                  <Radix.ItemIndicator>
                    <Check aria-hidden className="size-4 text-accent" />
                  </Radix.ItemIndicator>
                </span>
                <Radix.ItemText>{option.label}</Radix.ItemText>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

// Radix keeps the empty text for "nothing chosen", but here it may be a choice of its own.
const none = '\u0000none'
const asRadix = (value: string) => (value === '' ? none : value)
const fromRadix = (value: string) => (value === none ? '' : value)
const toRadix = (value: string, options: readonly Option[]) => (options.some((option) => option.value === value) ? asRadix(value) : '')

const openKeys = [' ', 'Enter', 'ArrowUp', 'ArrowDown']

function wasOpened(missed: Missed): boolean {
  if (missed.name === 'onKeyDown') return openKeys.includes((missed.event as KeyboardEvent).key)
  if (missed.name === 'onPointerDown') return isMousePress(missed.event as PointerEvent)
  return missed.name === 'onClick'
}

const isMousePress = (event: PointerEvent) => event.pointerType === 'mouse' && event.button === 0 && !event.ctrlKey

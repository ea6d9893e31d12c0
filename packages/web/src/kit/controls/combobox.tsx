import { cx } from 'class-variance-authority'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, type Ref, type RefObject, createContext, use, useId, useImperativeHandle, useRef, useState } from 'react'
import type { ControlProps } from '../form/field.tsx'
import { controlClass } from './input.tsx'

interface Props {
  readonly control: ControlProps
  /** What is chosen. */
  readonly text: string
  /** Nothing is chosen, and the text says what to do. */
  readonly isUnset?: boolean
  readonly ref?: Ref<HTMLElement>
  /** Loads the list before it is opened. */
  readonly onNear: () => void
  /** The open list: a `ChoiceList`, loaded late. */
  readonly children: ReactNode
}

/** What the open list of a combobox needs. */
interface OpenList {
  readonly id: string
  readonly anchor: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

const OpenListContext = createContext<OpenList | null>(null)

export function useOpenList(): OpenList {
  const list = use(OpenListContext)
  if (list === null) throw new Error('A ChoiceList must be in a Combobox')
  return list
}

/** A field whose value is chosen from a list to search. */
export function Combobox({ control, text, isUnset = false, ref, onNear, children }: Props) {
  const id = useId()
  const trigger = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  // For a form that moves the focus to the first problem.
  useImperativeHandle(ref, () => trigger.current!)
  return (
    <>
      <button
        {...control}
        ref={trigger}
        type="button"
        aria-required={undefined}
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-controls={id}
        onPointerEnter={onNear}
        onFocus={onNear}
        onClick={() => setOpen(!isOpen)}
        className={cx(controlClass, 'flex items-center justify-between gap-2 text-left', isUnset && 'text-muted')}
      >
        <span className="truncate">{text}</span>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-muted" />
      </button>
      {isOpen && <OpenListContext value={{ id, anchor: trigger, onClose: () => setOpen(false) }}>{children}</OpenListContext>}
    </>
  )
}

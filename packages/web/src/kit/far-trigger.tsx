import { useLayoutEffect, useState, type Ref, type SyntheticEvent } from 'react'
import { whenIdle } from './when-idle.ts'

/** What Radix's triggers listen to. */
const heard = ['onPointerMove', 'onPointerLeave', 'onPointerDown', 'onFocus', 'onBlur', 'onClick', 'onKeyDown'] as const
type Heard = (typeof heard)[number]
type Handlers = Partial<Record<Heard, (event: SyntheticEvent) => void>>
type Attributes = Readonly<Record<string, unknown>>

export interface Missed {
  readonly name: Heard
  readonly event: SyntheticEvent
}

export interface FarLink {
  readonly element: () => HTMLElement | null
  /** What happened before the trigger was there to hear of it. */
  readonly missed: () => Missed | null
  /** The trigger is there: what it hears from now on. It gets what it missed. */
  readonly listen: (handlers: Handlers) => void
  readonly forget: () => void
  readonly show: (attributes: Attributes) => void
}

interface Options {
  /** The first of these brings the trigger, which then hears of it; of several, of the last in this order. */
  readonly opens: readonly Heard[]
  /** Forgets it again, as long as the trigger is not there. */
  readonly spoils: readonly Heard[]
  /** Until the trigger says otherwise. */
  readonly attributes?: Attributes
}

/**
 * A Radix trigger whose code comes later than the element that it makes one of: the element keeps its place in the tree
 * (wrapping it later would make it anew, and lose its focus), gets `near` as props, and tells a `FarTrigger` what happens to it.
 */
export function useFarTrigger({ opens, spoils, attributes: before = {} }: Options) {
  const [isWanted, setWanted] = useState(false)
  const [attributes, setAttributes] = useState(before)
  const want = (name: Heard) => {
    // A pointer on its way or a focus may lead to a press, whose answer must not wait for this.
    if (name === 'onPointerMove' || name === 'onFocus') whenIdle(() => setWanted(true))
    else setWanted(true)
  }
  const [{ link, handlers, ref }] = useState(() => createLink({ opens, spoils, onWanted: want, onShown: setAttributes }))
  return { near: { ...attributes, ...handlers, ref }, link, isWanted }
}

interface Needs extends Options {
  readonly onWanted: (by: Heard) => void
  readonly onShown: (choose: (now: Attributes) => Attributes) => void
}

function createLink({ opens, spoils, onWanted, onShown }: Needs) {
  let element: HTMLElement | null = null
  let handlers: Handlers | null = null
  let missed: Missed | null = null

  const hear = (name: Heard, event: SyntheticEvent) => {
    if (handlers !== null) return handlers[name]?.(event)
    if (spoils.includes(name)) missed = null
    // A press is not forgotten for the pointer's moving on.
    if (!opens.includes(name) || (missed !== null && opens.indexOf(name) < opens.indexOf(missed.name))) return
    // What opens by a press keeps the focus from its button; the trigger would be too late to say so.
    if (name === 'onPointerDown') event.preventDefault()
    missed = { name, event }
    onWanted(name)
  }
  const link: FarLink = {
    element: () => element,
    missed: () => missed,
    listen: (next) => {
      handlers = next
      missed = null
    },
    forget: () => void (handlers = null),
    show: (next) => onShown((now) => (isSame(now, next) ? now : next)),
  }
  return {
    link,
    handlers: Object.fromEntries(heard.map((name) => [name, (event: SyntheticEvent) => hear(name, event)])),
    ref: (made: HTMLElement | null) => void (element = made),
  }
}

interface Given extends Handlers {
  readonly link: FarLink
  /** Takes what was missed, in the place of the trigger. */
  readonly onMissed?: (missed: Missed) => void
  readonly ref?: Ref<HTMLElement>
}

/** The child of a Radix trigger with `asChild`: shows nothing, and gives what the trigger asks for to the element far away. */
export function FarTrigger({ link, onMissed, ref, ...given }: Given) {
  useLayoutEffect(() => {
    if (typeof ref !== 'function') return undefined
    const forget = ref(link.element())
    return () => void (typeof forget === 'function' ? forget() : ref(null))
  }, [ref, link])
  useLayoutEffect(() => {
    const missed = link.missed()
    const handlers: Handlers = Object.fromEntries(heard.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])))
    link.listen(handlers)
    link.show(Object.fromEntries(Object.entries(given).filter(([name]) => !name.startsWith('on'))))
    if (missed === null) return
    // React has taken the element from its event by now, and a press was prevented by ourselves.
    if (onMissed === undefined) handlers[missed.name]?.(again(missed.event, link.element()))
    else onMissed(missed)
  })
  useLayoutEffect(() => link.forget, [link])
  return null
}

function isSame(one: Attributes, other: Attributes): boolean {
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
}

const again = (event: SyntheticEvent, element: HTMLElement | null): SyntheticEvent =>
  Object.create(event, { currentTarget: { value: element }, defaultPrevented: { value: false, writable: true } }) as SyntheticEvent

import { lazy, Suspense, useState, type ComponentType } from 'react'

/**
 * A component that a screen does not show at first, such as a dialog: fetched when it is first rendered, or before by
 * `prefetch`. Until it is there nothing stands in its place.
 */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let ready: ComponentType<Props> | null = null
  const fetchOnce = async () => {
    ready ??= await load()
    return ready
  }
  const Lazy: ComponentType<Props> = lazy(async () => ({ default: await fetchOnce() }))
  const Later = (props: Props) => {
    // What is there already shows at once: React holds back what was waited for, by up to 300 ms.
    const [Component] = useState(() => ready ?? Lazy)
    return (
      <Suspense fallback={null}>
        <Component {...props} />
      </Suspense>
    )
  }
  // Only a hint: if the file cannot be had now, its first rendering asks for it again.
  const prefetch = () => void fetchOnce().catch(() => undefined)
  return Object.assign(Later, { prefetch })
}

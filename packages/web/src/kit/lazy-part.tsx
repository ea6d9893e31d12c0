import { Component, lazy, Suspense, type ComponentType, type ReactNode } from 'react'
import { orCodeError } from './code-error.ts'
import { LoadFailure } from './load-failure.tsx'

/**
 * A part of a screen whose code loads on first use. If the code cannot be loaded, a message stands in its place and the rest of the
 * screen, unsaved edits included, stays.
 * @param load imports the component
 * @param fallback stands in its place while the code loads
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>, fallback: ReactNode = null) {
  const Part: ComponentType<Props> = lazy(async () => ({ default: await orCodeError(load()) }))
  return function LazyPart({ placeholder = fallback, ...props }: Props & { readonly placeholder?: ReactNode }) {
    return (
      <PartBoundary>
        <Suspense fallback={placeholder}>
          <Part {...(props as unknown as Props)} />
        </Suspense>
      </PartBoundary>
    )
  }
}

/** Keeps a failure inside the part. */
class PartBoundary extends Component<{ readonly children: ReactNode }, { readonly error: unknown }> {
  override state = { error: null as unknown }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    return this.state.error === null ? this.props.children : <LoadFailure error={this.state.error} />
  }
}

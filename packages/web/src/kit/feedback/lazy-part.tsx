import {
  Component,
  type ComponentType,
  lazy,
  type LazyExoticComponent,
  type ReactNode,
  Suspense,
  useDeferredValue,
  useEffect,
  useState,
} from 'react'
import { Modal } from '../overlay/dialog.tsx'
import { findOpener, OpenerContext } from '../overlay/focus.ts'
import { orCodeError } from './code-error.ts'
import { LoadFailure } from './load-failure.tsx'
import { Loading } from './loading.tsx'

/**
 * A part of a screen whose code loads on first use. If the code cannot be loaded, a message replaces the part, and the rest of the
 * screen stays with its unsaved edits.
 * @param load imports the component
 * @param fallback shown while the code loads
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>, fallback: ReactNode = null) {
  const { Part, preload } = lazyComponent(load)
  const LazyPart = ({ placeholder = fallback, ...props }: Props & { readonly placeholder?: ReactNode }) => (
    <PartBoundary>
      <Part placeholder={placeholder} props={props as unknown as Props} />
    </PartBoundary>
  )
  return Object.assign(LazyPart, { preload })
}

interface DialogProps {
  readonly onClose: () => void
}

/** A lazy part that is a dialog: while its code loads, and if it cannot be loaded, a dialog with this title says so. */
export function lazyDialog<Props extends DialogProps>(
  title: string | ((props: Props) => string),
  load: () => Promise<ComponentType<Props>>,
) {
  const { Part, preload, isLoaded } = lazyComponent(load)
  const LazyDialog = (props: Props) => {
    const [opener] = useState(findOpener)
    const frame = (content: ReactNode) => (
      <Modal title={typeof title === 'string' ? title : title(props)} onClose={props.onClose}>
        {content}
      </Modal>
    )
    // A browser that waits for a file does not request it again, so only a reload helps.
    const loading = frame(<Loading isLate onRetry={() => location.reload()} />)
    return (
      <OpenerContext value={opener}>
        <PartBoundary frame={frame}>
          <Part placeholder={<Late isOver={isLoaded}>{loading}</Late>} props={props} />
        </PartBoundary>
      </OpenerContext>
    )
  }
  return Object.assign(LazyDialog, { preload })
}

/** Tests compile the code of a dialog when it first opens, so they wait longer. */
export const loadingDialog = { delayMs: 150 }

interface LateProps {
  /** Whether the code is there: React shows it up to 300 ms after the placeholder, to avoid flicker. */
  readonly isOver: () => boolean
  readonly children: ReactNode
}

/** Shows its children if loading takes long. They take the focus, so hiding them by CSS at first is not enough. */
function Late({ isOver, children }: LateProps) {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(!isOver()), loadingDialog.delayMs)
    return () => clearTimeout(timer)
  }, [isOver])
  return isLate && children
}

interface DeferredProps {
  readonly placeholder: ReactNode
  /** Draws the children at once, because they are what the person wants to see. */
  readonly isWanted: boolean
  readonly children: ReactNode
}

/** Shows the placeholder first. Draws its children next, while what is already shown takes input. */
export function Deferred({ placeholder, isWanted, children }: DeferredProps) {
  const isDrawn = useDeferredValue(true, isWanted)
  return isDrawn ? children : placeholder
}

/** Draws its children after the screen is shown, when the browser has time. */
export function WhenIdle({ children }: { readonly children: ReactNode }) {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  return isIdle && children
}

/** Loads the code of a part once the screen is shown and the browser has time for it, so that the part opens at once. */
export function usePreload({ preload }: { readonly preload: () => void }, isWanted = true): void {
  useEffect(() => (isWanted ? whenIdle(preload) : undefined), [preload, isWanted])
}

/** Safari has no `requestIdleCallback`. */
function whenIdle(run: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, 1_000)
    return () => clearTimeout(timer)
  }
  const request = requestIdleCallback(run)
  return () => cancelIdleCallback(request)
}

interface LazyProps<Props> {
  readonly placeholder: ReactNode
  readonly props: Props
}

/** A component that was not loaded, as while offline, is loaded again when it is next shown. One that was preloaded shows at once. */
function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | null = null
  const fetchPart = async () => (loaded = await orCodeError(load()))
  const create = (): LazyExoticComponent<ComponentType<Props>> =>
    lazy(() =>
      fetchPart().then(
        (part) => ({ default: part }),
        (error: unknown) => {
          current = create()
          throw error
        },
      ),
    )
  let current = create()
  function Part({ placeholder, props }: LazyProps<Props>) {
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? current)
    return (
      <Suspense fallback={placeholder}>
        <Shown {...props} />
      </Suspense>
    )
  }
  return { Part, preload: () => void fetchPart().catch(() => undefined), isLoaded: () => loaded !== null }
}

interface BoundaryProps {
  readonly children: ReactNode
  /** Wraps the failure. */
  readonly frame?: (failure: ReactNode) => ReactNode
}

/** Catches a failure, so that only this part fails. */
class PartBoundary extends Component<BoundaryProps, { readonly error: unknown }> {
  override state = { error: null as unknown }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    const { children, frame = (failure) => failure } = this.props
    return this.state.error === null ? children : frame(<LoadFailure error={this.state.error} />)
  }
}

import { cx } from 'class-variance-authority'
import { Skeleton } from '../../../kit/skeleton.tsx'

/** As high as the toolbar and the text below it. */
export function EditorSkeleton({ height }: { readonly height: string }) {
  return (
    <div role="status" className="overflow-hidden rounded-control border border-edge">
      <span className="sr-only">Loading...</span>
      <div className="h-10 border-b border-border max-md:h-12" />
      <div className={cx('box-content px-3 py-2.5', height)}>
        <Skeleton className="h-3.5 w-3/5" />
      </div>
    </div>
  )
}

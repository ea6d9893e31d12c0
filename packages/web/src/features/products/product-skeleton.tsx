import { Skeleton, SkeletonLines } from '../../kit/skeleton.tsx'

/** The header and the first panels of a product's page, before it is there. */
export function ProductSkeleton() {
  return (
    <div>
      <div className="mb-6 flex flex-wrap justify-between gap-4">
        <div>
          <Skeleton className="h-7 w-72 max-w-full" />
          <Skeleton className="mt-2 h-4 w-48" />
        </div>
        <div className="flex gap-2">
          <Skeleton className="h-9 w-32" />
          <Skeleton className="h-9 w-32" />
        </div>
      </div>
      <div className="gap-8 xl:grid xl:grid-cols-[11rem_minmax(0,1fr)]">
        <div className="pl-4 max-xl:hidden">
          <SkeletonLines lines={8} />
        </div>
        <div className="space-y-4">
          {['h-96', 'h-60', 'h-96'].map((height, panel) => (
            <div key={panel} className={`${height} rounded-card border border-border bg-surface p-4`}>
              <Skeleton className="mb-5 h-4 w-40" />
              <SkeletonLines lines={5} />
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}

import type { VariantSummary } from '@keydesk/contract'
import { Loaded } from '../../../kit/loaded.tsx'
import { Skeleton } from '../../../kit/skeleton.tsx'
import type { ReportLoose } from '../use-loose.ts'
import { VariantEditor } from './variant-editor.tsx'
import { useVariant } from './variants-data.ts'

interface Props {
  readonly summary: VariantSummary
  /** It was created a moment ago and is meant to be filled in. */
  readonly isNew: boolean
  readonly onLoose: ReportLoose
}

/** Fetches the keys of a variant when its row is opened. */
export function OpenedVariant({ summary, isNew, onLoose }: Props) {
  const isDraft = summary.is_draft === true
  const { inline, query } = useVariant(summary)
  if (inline !== undefined) return <VariantEditor id={summary.id} variant={inline} isDraft={isDraft} isNew={isNew} onLoose={onLoose} />
  return (
    <Loaded query={query} failure="Failed to fetch variant" skeleton={<VariantSkeleton />}>
      {(variant) => <VariantEditor id={summary.id} variant={variant} isDraft={isDraft} isNew={isNew} onLoose={onLoose} />}
    </Loaded>
  )
}

const VariantSkeleton = () => (
  <div className="space-y-4">
    <div className="grid gap-4 pt-6 sm:grid-cols-[minmax(0,1fr)_11rem]">
      <Skeleton className="h-9" />
      <Skeleton className="h-9" />
    </div>
    <Skeleton className="mt-10 h-56" />
  </div>
)

import type { UseQueryResult } from '@tanstack/react-query'
import { CircleAlert, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'
import { Loading } from './loading.tsx'
import { useFailureToast } from './use-failure-toast.ts'

interface Props<Row> {
  readonly query: UseQueryResult<readonly Row[]>
  /** The toast when it cannot be loaded. */
  readonly failure: string
  /** The specification's sentence for an empty list. */
  readonly none: string
  /** The list's own empty state, when there are none. */
  readonly empty: ReactNode
  readonly skeleton: ReactNode
  /** `empty` is what stands in place of rows: the given one, or that loading failed. */
  readonly children: (rows: readonly Row[], empty: ReactNode) => ReactNode
}

/** A list which is empty, with a toast, when it cannot be loaded (spec section 8), and says so itself once the toast is gone. */
export function LoadedList<Row>({ query, failure, none, empty, skeleton, children }: Props<Row>) {
  useFailureToast(query, failure)
  if (query.data !== undefined) return children(query.data, empty)
  if (query.isPending) return <Loading>{skeleton}</Loading>
  const retry = (
    <Button icon={<RotateCw aria-hidden />} onClick={() => void query.refetch()}>
      Try again
    </Button>
  )
  return children(
    [],
    <EmptyState icon={<CircleAlert className="text-red" />} title={none} hint="The list could not be loaded." action={retry} />,
  )
}

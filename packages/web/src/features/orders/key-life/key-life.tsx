import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../../api/context.tsx'
import { Loaded } from '../../../kit/loaded.tsx'
import { SkeletonLines } from '../../../kit/skeleton.tsx'
import { keyLifeQuery } from '../orders-data.ts'
import { Passport } from './passport.tsx'

interface Props {
  readonly value: string
  /** A link of it is followed. */
  readonly onLeave: () => void
}

/** The life of a key that was found by its value, with nothing around it. */
export function KeyLife({ value, onLeave }: Props) {
  const query = useQuery(keyLifeQuery(useApi(), { value }))
  return (
    <div onClickCapture={(event) => event.target instanceof Element && event.target.closest('a') !== null && onLeave()}>
      <Loaded query={query} failure="Failed to look the key up" skeleton={<SkeletonLines lines={4} />}>
        {(passport) => passport !== null && <Passport value={value} passport={passport} />}
      </Loaded>
    </div>
  )
}

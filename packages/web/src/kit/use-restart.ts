import { useQueryClient, type Query } from '@tanstack/react-query'

const withoutAnswer = { predicate: ({ state }: Query) => state.status === 'pending' }

/** Starts every query without an answer anew. A plain refetch would join the call that hangs. */
export function useRestart(): () => void {
  const queries = useQueryClient()
  const restart = async () => {
    await queries.cancelQueries(withoutAnswer)
    await queries.refetchQueries({ ...withoutAnswer, type: 'active' })
  }
  return () => void restart()
}

import { type MutateOptions, type QueryKey, type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { isNotAllowed, isOutOfDate, isUnauthenticated, serverMessageOr } from '../../api/error.ts'
import { StaleError } from '../../api/stale.ts'
import { toast } from './toast.tsx'

type Failure = string | { readonly serverOr: string } | ((error: unknown) => string)

interface Action<Input, Output> {
  readonly run: (input: Input) => Promise<Output>
  /** A sentence, one made from the answer, or none. */
  readonly success: string | ((answer: Output, input: Input) => string | null) | null
  /** A fixed sentence, the server's own or this one, one made from the error, or with null only a line in the console. */
  readonly failure: Failure | null
  /** Refetched after a success, and awaited unless it is everything; null if it writes its answer into the cache. */
  readonly refresh: QueryKey | null
  /** Refetched after a failure if what is on screen may be out of date. Unless given, the same. */
  readonly ifOutOfDate?: QueryKey | null
  /** Undoes the change; offered by the toast. Undefined for people who may not. */
  readonly undo?: ((input: Input) => void) | undefined
}

/** A change by the person: runs it, shows the result in a toast, and refetches what it changed. */
export function useAction<Input = void, Output = unknown>({
  run,
  success,
  failure,
  refresh,
  ifOutOfDate = refresh,
  undo,
}: Action<Input, Output>) {
  const queries = useQueryClient()
  const mutation = useMutation({
    mutationFn: run,
    onSuccess: async (answer, input) => {
      const text = typeof success === 'function' ? success(answer, input) : success
      if (text !== null) toast.success(text, undo && { action: { label: 'Undo', onClick: () => undo(input) } })
      if (refresh === null) return
      const refetched = queries.invalidateQueries({ queryKey: refresh })
      // Everything may be many pages of a long list.
      if (refresh.length > 0) await refetched
    },
    onError: (error) => {
      if (ifOutOfDate !== null && isOutOfDate(error)) void queries.invalidateQueries({ queryKey: ifOutOfDate })
      // A rejected token ends the session silently.
      if (isUnauthenticated(error)) return
      // A dialog asks the person what to do.
      if (error instanceof StaleError) return
      if (isNotAllowed(error)) toast.error(error.message)
      else if (failure === null) console.error(error)
      else toast.error(failureText(error, failure))
    },
  })
  return useOnce(mutation)
}

/** Joins a second press that comes before the button is drawn as busy (a double click) to the first. */
export function useOnce<Input, Output>(mutation: UseMutationResult<Output, Error, Input>) {
  const starting = useRef<Promise<Output>>(null)
  const { submittedAt } = mutation
  useEffect(() => {
    if (submittedAt > 0) starting.current = null
  }, [submittedAt])
  const mutateAsync = (input: Input, options?: MutateOptions<Output, Error, Input>): Promise<Output> =>
    (starting.current ??= mutation.mutateAsync(input, options))
  const mutate = (input: Input, options?: MutateOptions<Output, Error, Input>): void => {
    mutateAsync(input, options).catch(() => undefined)
  }
  return { ...mutation, mutate, mutateAsync }
}

function failureText(error: unknown, failure: Failure): string {
  if (typeof failure === 'string') return failure
  if (typeof failure === 'function') return failure(error)
  return serverMessageOr(error, failure.serverOr)
}

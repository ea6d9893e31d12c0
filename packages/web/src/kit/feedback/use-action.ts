import { type MutateOptions, type QueryKey, type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { isUnauthenticated, isViewOnly, serverMessageOr } from '../../api/error.ts'
import { StaleError } from '../../api/stale.ts'
import { toast } from './toast.tsx'

type Failure = string | { readonly serverOr: string } | ((error: unknown) => string)

interface Action<Input, Output> {
  readonly run: (input: Input) => Promise<Output>
  /** A sentence, one made from the answer, or none. */
  readonly success: string | ((answer: Output, input: Input) => string | null) | null
  /** A fixed sentence, the server's own words if it gave any, a sentence made from the error, or nothing but a line in the console. */
  readonly failure: Failure | null
  readonly refresh: QueryKey | null
  /** What takes it back, offered by the toast for as long as it is shown; undefined for who may not. */
  readonly undo?: ((input: Input) => void) | undefined
}

/** One change an administrator can make: run it, say how it went, refresh what it touched. */
export function useAction<Input = void, Output = unknown>({ run, success, failure, refresh, undo }: Action<Input, Output>) {
  const queries = useQueryClient()
  const mutation = useMutation({
    mutationFn: run,
    onSuccess: async (answer, input) => {
      const text = typeof success === 'function' ? success(answer, input) : success
      if (text !== null) toast.success(text, undo && { action: { label: 'Undo', onClick: () => undo(input) } })
      if (refresh !== null) await queries.invalidateQueries({ queryKey: refresh })
    },
    onError: (error) => {
      // A rejected token ends the session silently.
      if (isUnauthenticated(error)) return
      // A dialog asks what to do about it.
      if (error instanceof StaleError) return
      if (isViewOnly(error)) toast.error(error.message)
      else if (failure === null) console.error(error)
      else toast.error(failureText(error, failure))
    },
  })
  return useOnce(mutation)
}

/** A second press before the button shows that the first one runs (a bouncing mouse button) is the first one again. */
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

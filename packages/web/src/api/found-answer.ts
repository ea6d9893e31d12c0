import { useRef } from 'react'
import { isAnswerLost } from './error.ts'

interface Change<Input, Answer, Shown> {
  readonly make: (input: Input) => Promise<Answer>
  /** The answer, if the server has made the change since `before` was shown. */
  readonly find: (input: Input, before: Shown) => Promise<Answer | undefined>
  /** What is on screen now. */
  readonly shown: Shown
}

/** A change. If its answer is lost, looks for it, and again before the next press sends anything, so that nothing is made twice. */
export function useFoundAnswer<Input, Answer, Shown>({ make, find, shown }: Change<Input, Answer, Shown>) {
  const lost = useRef<{ readonly before: Shown }>(null)
  return async (input: Input): Promise<Answer> => {
    const { before } = lost.current ?? { before: shown }
    const earlier = lost.current === null ? undefined : await find(input, before)
    const answer =
      earlier ??
      (await make(input).catch(async (error: unknown) => {
        if (!isAnswerLost(error)) throw error
        lost.current = { before }
        const found = await find(input, before).catch(() => undefined)
        if (found === undefined) throw error
        return found
      }))
    lost.current = null
    return answer
  }
}

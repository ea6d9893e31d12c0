import { useEffect, useRef, useState } from 'react'
import { afterPaint } from './after-paint.ts'

/**
 * A text that is kept in the address and typed letter by letter: a letter is painted at once, and the address follows after that, which
 * takes the router longer. What is typed meanwhile is never undone by it.
 * @param stored as the address has it
 * @param write puts it there; settles when it is
 */
export function useTyped(stored: string, write: (text: string) => Promise<unknown>): readonly [string, (text: string) => void] {
  const [text, show] = useState(stored)
  const newest = useRef<string | null>(text)
  const underWay = useRef(0)
  useEffect(() => {
    if (underWay.current === 0) show(stored)
  }, [stored])
  // Who has left the screen is not brought back to it.
  useEffect(() => () => void (newest.current = null), [])

  const follow = async (typed: string) => {
    if (newest.current === typed) await write(typed)
    underWay.current -= 1
  }
  const type = (typed: string) => {
    show(typed)
    newest.current = typed
    underWay.current += 1
    afterPaint(() => void follow(typed))
  }
  return [text, type]
}

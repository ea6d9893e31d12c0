import { startTransition, useEffect, useState } from 'react'
import { onFirstSign } from './first-sign.ts'
import { whenIdle } from './when-idle.ts'

const waiting: (() => void)[] = []

/**
 * Whether it is this component's turn to draw what takes the browser long, and only who edits needs: once somebody is there each has its
 * own, one after the other in the order of the page, while there is nothing better to do, so that whoever types or clicks meanwhile is
 * answered between two.
 */
export function useTurn(): boolean {
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    const take = () => startTransition(() => setDue(true))
    const forget = onFirstSign(() => {
      waiting.push(take)
      if (waiting.length === 1) whenIdle(callNext)
    })
    return () => {
      forget()
      const place = waiting.indexOf(take)
      if (place !== -1) waiting.splice(place, 1)
    }
  }, [])
  return isDue
}

function callNext(): void {
  waiting.shift()?.()
  // What it draws is ahead of the next idle moment.
  if (waiting.length > 0) whenIdle(callNext)
}

import { useEffect, useEffectEvent, useState } from 'react'
import { countInSlices, countKeys, isLarge, type KeyCount } from './key-text.ts'

/** How long typing rests before it is counted. */
const restMs = 200

/** Counts the keys now and after each `recount`, once typing rests. Null until very many are counted for the first time. */
export function useKeyCount(read: () => string): readonly [KeyCount | null, () => void] {
  const [count, setCount] = useState<KeyCount | null>(() => {
    const text = read()
    return isLarge(text) ? null : countKeys(text)
  })
  const [asked, ask] = useState(count === null ? 1 : 0)
  const readNow = useEffectEvent(read)
  useEffect(() => {
    if (asked === 0) return undefined
    const goOn = (slices: ReturnType<typeof countInSlices>) => {
      const { done, value } = slices.next()
      if (done === true) setCount(value)
      else timer = setTimeout(goOn, 0, slices)
    }
    let timer = setTimeout(() => goOn(countInSlices(readNow())), restMs)
    return () => clearTimeout(timer)
  }, [asked])
  return [count, () => ask((before) => before + 1)]
}

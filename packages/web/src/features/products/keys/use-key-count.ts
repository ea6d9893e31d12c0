import { useEffect, useEffectEvent, useState } from 'react'
import { countKeys, type KeyCount } from './key-text.ts'

/** How long typing rests before it is counted. */
const restMs = 200

/** Counts the keys now and after each `recount`, once typing rests. */
export function useKeyCount(read: () => string): readonly [KeyCount, () => void] {
  const [count, setCount] = useState<KeyCount>(() => countKeys(read()))
  const [asked, ask] = useState(0)
  const look = useEffectEvent(() => setCount(countKeys(read())))
  useEffect(() => {
    if (asked === 0) return undefined
    const timer = setTimeout(look, restMs)
    return () => clearTimeout(timer)
  }, [asked])
  return [count, () => ask((before) => before + 1)]
}

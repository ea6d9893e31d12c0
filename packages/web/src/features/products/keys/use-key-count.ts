import { useEffect, useEffectEvent, useState } from 'react'
import { countKeys, type KeyCount } from './key-text.ts'

/** How long typing rests before it is counted. */
const restMs = 200

/** Counts the keys now and after each `recount`, behind the typing rather than with it. Null until first counted. */
export function useKeyCount(read: () => string): readonly [KeyCount | null, () => void] {
  const [count, setCount] = useState<KeyCount | null>(null)
  const [asked, ask] = useState(0)
  const look = useEffectEvent(() => countKeys(read()))
  useEffect(() => {
    let isStale = false
    const show = async () => {
      const now = await look()
      if (!isStale) setCount(now)
    }
    const timer = setTimeout(() => void show(), asked === 0 ? 0 : restMs)
    return () => {
      isStale = true
      clearTimeout(timer)
    }
  }, [asked])
  return [count, () => ask((before) => before + 1)]
}

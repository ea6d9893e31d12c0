import { useState } from 'react'

/** Cards with pictures, or more products on a screen. */
export type Density = 'grid' | 'table'

const densityKey = 'preferred-products-view'

/** The density that this browser remembers. */
export const readDensity = (): Density => (localStorage.getItem(densityKey) === 'table' ? 'table' : 'grid')

export function useDensity(): [Density, (density: Density) => void] {
  const [density, setDensity] = useState(readDensity)
  const choose = (next: Density) => {
    localStorage.setItem(densityKey, next)
    setDensity(next)
  }
  return [density, choose]
}

import { useAddress } from '../../../kit/use-address.ts'

export type VariantView = 'keys' | 'stock' | 'history'

/** Which view of a variant is shown, as the address says: `?variant=12&view=stock`. */
export function useVariantView(id: number) {
  const address = useAddress()
  const isNamed = address.get('variant') === String(id)
  const named = address.get('view')
  const view: VariantView = isNamed && (named === 'stock' || named === 'history') ? named : 'keys'
  return {
    view,
    show: (next: VariantView) => void address.change({ variant: id, view: next === 'keys' ? '' : next }),
  }
}

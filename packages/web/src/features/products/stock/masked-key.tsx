import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { CopyButton } from '../../../kit/copy-button.tsx'
import { IconButton } from '../../../kit/icon-button.tsx'
import { maskKey } from '../keys/mask-key.ts'
import { useShowKeys } from '../variants/variants-data.ts'

/** One unsold key, masked until it is asked for. */
export function MaskedKey({ variantId, value }: { readonly variantId: number; readonly value: string }) {
  const [isShown, setShown] = useState(false)
  const showKeys = useShowKeys(variantId)
  return (
    <span className="flex min-w-0 flex-1 items-center gap-1">
      <code className={`min-w-0 flex-1 font-mono text-table ${isShown ? 'truncate select-all' : ''}`} title={isShown ? value : undefined}>
        {isShown ? value : maskKey(value)}
      </code>
      {isShown && <CopyButton text={value} label="Copy key" />}
      <IconButton
        label={isShown ? 'Hide key' : 'Reveal key'}
        icon={isShown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
        busy={showKeys.isPending}
        onClick={() => (isShown ? setShown(false) : showKeys.mutate(undefined, { onSuccess: () => setShown(true) }))}
      />
    </span>
  )
}

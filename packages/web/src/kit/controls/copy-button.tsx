import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { toast } from '../feedback/toast.tsx'
import { IconButton } from './button.tsx'

interface Props {
  readonly text: string
  /** The button's name: 'Copy key'. */
  readonly label: string
  readonly 'aria-describedby'?: string
}

/** Copies a text. Icon and name confirm it for a moment. */
export function CopyButton({ text, label, ...rest }: Props) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return undefined
    const timer = setTimeout(() => setCopied(false), 2_000)
    return () => clearTimeout(timer)
  }, [isCopied])
  return (
    <IconButton
      {...rest}
      label={isCopied ? 'Copied' : label}
      icon={isCopied ? <Check aria-hidden className="text-green" /> : <Copy aria-hidden />}
      onClick={() => void copyText(text).then(setCopied)}
    />
  )
}

/** Resolves to whether the browser allowed it; a toast says if not. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // Browsers offer no clipboard to pages loaded over plain http from another machine.
    toast.error('The browser does not allow copying here')
    return false
  }
}

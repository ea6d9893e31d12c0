import { Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../kit/button.tsx'

/** Copy all. */
export function KeysActions({ read }: { readonly read: () => string }) {
  const [outcome, setOutcome] = useState('')
  const copy = async () => {
    const isCopied = await navigator.clipboard.writeText(read()).then(
      () => true,
      () => false,
    )
    setOutcome(isCopied ? 'Copied' : 'The browser did not allow copying')
  }
  return (
    <>
      <p role="status" className="text-table text-muted">
        {outcome}
      </p>
      {navigator.clipboard !== undefined && (
        <Button size="sm" icon={<Copy aria-hidden />} onClick={() => void copy()}>
          Copy all
        </Button>
      )}
    </>
  )
}

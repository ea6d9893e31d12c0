import { Download } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { brandTitle } from '../../kit/brand.ts'
import { Button } from '../../kit/button.tsx'
import { CopyButton } from '../../kit/copy-button.tsx'
import { DialogFooter } from '../../kit/dialog.tsx'
import { saveFile } from '../../kit/save-file.ts'

interface Props {
  readonly codes: readonly string[]
  readonly username: string
  readonly onStored: () => void
}

/** The only time that they are seen. */
export function RecoveryCodes({ codes, username, onStored }: Props) {
  const list = useRef<HTMLUListElement>(null)
  // Not the button: an Enter that is held down too long must not close what cannot be shown again.
  useEffect(() => list.current?.focus(), [])
  const download = () => saveFile(new Blob([asFile(codes, username)], { type: 'text/plain' }), 'recovery-codes.txt')
  return (
    <div className="space-y-4">
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Recovery codes"
        className="grid grid-cols-2 gap-x-4 gap-y-2 rounded-control border border-border bg-bg p-4 font-mono text-table outline-none max-sm:grid-cols-1"
      >
        {codes.map((code) => (
          <li key={code} className="text-center">
            {code}
          </li>
        ))}
      </ul>
      <DialogFooter>
        <CopyButton text={codes.join('\n')} label="Copy recovery codes" />
        <Button icon={<Download aria-hidden />} onClick={download}>
          Download
        </Button>
        <Button variant="primary" onClick={onStored} className="ml-auto">
          I have stored them
        </Button>
      </DialogFooter>
    </div>
  )
}

function asFile(codes: readonly string[], username: string): string {
  const head = [
    `Recovery codes of ${username} for ${brandTitle()} (${location.origin})`,
    'Each signs in once in place of a code from the app.',
  ]
  return [...head, '', ...codes, ''].join('\n')
}

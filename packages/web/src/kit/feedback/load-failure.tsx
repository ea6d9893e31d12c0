import { CircleAlert, RotateCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../controls/button.tsx'
import { CodeError } from './code-error.ts'

/** Replaces a screen, or a part of one, that failed. A reload helps. */
export function LoadFailure({ error }: { readonly error: unknown }) {
  const isOffline = useIsOffline()
  const { title, text } = !(error instanceof CodeError) ? failed : isOffline ? offline : upgraded
  return (
    <div role="alert" className="flex flex-col items-center p-6 py-14 text-center">
      <CircleAlert aria-hidden className="mb-3 size-6 text-red" />
      <p className="text-base font-semibold">{title}</p>
      <p className="mt-1 max-w-96 text-muted">{text}</p>
      <Button className="mt-5" icon={<RotateCw aria-hidden />} onClick={() => location.reload()}>
        Reload
      </Button>
    </div>
  )
}

const failed = { title: 'Something went wrong', text: 'This could not be shown. What you saved before is safe.' }
const offline = { title: 'You are offline', text: 'This part of the app is not loaded yet. Reload once you are back online.' }
const upgraded = { title: 'A new version is available', text: 'Reload to go on with it. Unsaved edits are kept as a draft.' }

/** Asks the app's own host, because `navigator.onLine` may be wrong. */
function useIsOffline(): boolean {
  const [isOffline, setOffline] = useState(!navigator.onLine)
  useEffect(() => {
    let isStale = false
    const report = (answer: boolean) => void (isStale || setOffline(answer))
    fetch(location.origin, { method: 'HEAD', cache: 'no-store' }).then(
      () => report(false),
      () => report(true),
    )
    return () => void (isStale = true)
  }, [])
  return isOffline
}

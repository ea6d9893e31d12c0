import { useBlocker } from '@tanstack/react-router'
import { useConfirm } from './confirm.tsx'

interface Options {
  readonly text?: string
  /** The person leaves the edits behind. */
  readonly onLeave?: () => void
}

/** Asks before unsaved edits are lost: inside the app with a dialog, on closing the tab with the browser's own. */
export function useUnsaved(isDirty: boolean, { text = 'Your changes have not been saved.', onLeave }: Options = {}): void {
  const confirm = useConfirm()
  useBlocker({
    disabled: !isDirty,
    enableBeforeUnload: isDirty,
    shouldBlockFn: async ({ current, next }) => {
      // A change of the search part (a tab, an open drawer) stays on the page.
      if (current.pathname === next.pathname) return false
      const isLeaving = await confirm({ title: 'Leave without saving?', text, yes: 'Leave', no: 'Stay', danger: true })
      if (isLeaving) onLeave?.()
      return !isLeaving
    },
  })
}

import { type ShouldBlockFn, useBlocker, useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import { type Ask, useConfirm } from '../overlay/confirm.tsx'

interface LeaveQuestion {
  readonly isAsked: boolean
  /** Also asks on closing the tab, with the browser's own question. */
  readonly onTabClose: boolean
  /** Resolves to whether to stay. */
  readonly ask: (leaving: Parameters<ShouldBlockFn>[0]) => Promise<boolean>
}

/**
 * Asks before a page or dialog is left, if something would be lost. If the person goes Back and then Forward while the question is open,
 * the address is right already, and undoing the step would go too far.
 */
export function useLeaveQuestion({ isAsked, onTabClose, ask }: LeaveQuestion): void {
  const { history } = useRouter()
  const isHere = () => (window.history.state as { key?: string } | null)?.key === history.location.state.key
  useBlocker({
    disabled: !isAsked,
    enableBeforeUnload: onTabClose && isAsked,
    shouldBlockFn: async (leaving) => {
      const isStep = leaving.action !== 'PUSH' && leaving.action !== 'REPLACE'
      if (isStep && isHere()) return false
      const isStaying = await ask(leaving)
      return isStaying && !(isStep && isHere())
    },
  })
}

/** For a question about leaving: another step while it is open gets the same answer. */
export function useConfirmOnce(): Ask {
  const confirm = useConfirm()
  const open = useRef<Promise<boolean>>(null)
  return (question) => (open.current ??= confirm(question).finally(() => (open.current = null)))
}

interface Options {
  readonly text?: string
  /** The edits are in the panel over the page, which they do not outlive. */
  readonly isInPanel?: boolean
  /** Called when the person drops the edits. */
  readonly onLeave?: () => void
}

/** Asks before unsaved edits of a page are lost. */
export function useUnsaved(
  isDirty: boolean,
  { text = 'Your changes have not been saved.', isInPanel = false, onLeave }: Options = {},
): void {
  const confirm = useConfirmOnce()
  useLeaveQuestion({
    isAsked: isDirty,
    onTabClose: true,
    ask: async ({ current, next }) => {
      // A change of the search part (a tab, an open drawer) stays on the page.
      if (current.pathname === next.pathname && !(isInPanel && panelOf(current) !== panelOf(next))) return false
      const isLeaving = await confirm({ title: 'Leave without saving?', text, yes: 'Leave', no: 'Stay', isDanger: true })
      if (isLeaving) onLeave?.()
      return !isLeaving
    },
  })
}

const panelOf = ({ search }: { readonly search: unknown }): unknown => (search as { readonly panel?: unknown }).panel

interface Loss {
  /** The question. */
  readonly title: string
  readonly text: string
  /** The secret is on screen. */
  readonly isShown?: boolean
  readonly onClose: () => void
}

/** Asks before a secret that is shown only once is lost: on leaving, on closing the tab, and when its dialog calls what this returns. */
export function useAskBeforeLoss({ title, text, isShown = true, onClose }: Loss): () => Promise<void> {
  const confirm = useConfirmOnce()
  const mayClose = async () => !isShown || (await confirm({ title, text, yes: 'Close', no: 'Keep it open', isDanger: true }))
  useLeaveQuestion({
    isAsked: isShown,
    onTabClose: true,
    ask: async ({ action }) => {
      // The page itself changes its address, like a filter.
      if (action === 'REPLACE') return false
      const isLeaving = await mayClose()
      if (isLeaving) onClose()
      return !isLeaving
    },
  })
  return async () => {
    if (await mayClose()) onClose()
  }
}

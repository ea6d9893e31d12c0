import { useLocation } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSearchParams, useSetSearchParams } from '../search-params.ts'

/** Closed, adding something new, or editing one row: never two at once. `isDraft`: opened with the draft of an earlier visit. */
type DialogState<Row> = { is: 'closed' } | { is: 'adding'; isDraft: boolean } | { is: 'editing'; row: Row; isDraft: boolean }

export function useDialog<Row>() {
  const [state, setState] = useState<DialogState<Row>>({ is: 'closed' })
  return {
    state,
    add: () => setState({ is: 'adding', isDraft: false }),
    edit: (row: Row) => setState({ is: 'editing', row, isDraft: false }),
    /** Opens the draft of a row, or of a new one. */
    restore: (row: Row | undefined) =>
      setState(row === undefined ? { is: 'adding', isDraft: true } : { is: 'editing', row, isDraft: true }),
    close: () => setState({ is: 'closed' }),
  }
}

/**
 * Opens the dialog to add something if the address has `?add=1`, and removes that from the address.
 * @param add undefined if the person may not add anything
 */
export function useAddAsked(add: (() => void) | undefined): void {
  const isAsked = useSearchParams().add !== undefined
  const change = useSetSearchParams()
  const open = useEffectEvent(() => {
    add?.()
    void change({ add: undefined })
  })
  useEffect(() => {
    if (isAsked) open()
  }, [isAsked])
}

/**
 * Closes a dialog, menu or popover after Back or Forward, as Cancel does. While 'Leave without saving?' is asked, the location has not
 * changed yet.
 */
export function useStepCloses(onClose: () => void): void {
  const index = useLocation({ select: ({ state: { __TSR_index: position } }) => position })
  const opened = useRef(index)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (index !== opened.current) close()
  }, [index])
}

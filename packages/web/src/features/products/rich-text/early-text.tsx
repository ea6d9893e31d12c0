import { richText } from '@keydesk/contract'
import { cx } from 'class-variance-authority'
import { Fragment, createElement, useMemo, type PointerEventHandler, type ReactNode, type Ref } from 'react'
import { richTextLook } from './look.ts'

interface Props {
  readonly label: string
  readonly height: string
  /** What the editor will hold. */
  readonly html: string
  readonly ref?: Ref<HTMLDivElement>
  readonly onPointerDown?: PointerEventHandler
}

/** As high as the editor, with its text to read until the editor is loaded. Takes the focus in its place. */
export function EarlyText({ label, height, html, ...rest }: Props) {
  const words = useMemo(() => bare(new DOMParser().parseFromString(html, 'text/html').body), [html])
  return (
    <div
      {...rest}
      role="region"
      aria-label={label}
      aria-busy
      // The editor is a place for typing, and so is what stands in for it.
      tabIndex={0}
      className={cx('cursor-text px-3 py-2.5 whitespace-pre-wrap text-muted outline-none', height, richTextLook)}
    >
      {words}
    </div>
  )
}

const shown = new Set<string>(richText.tags.filter((tag) => tag !== 'img'))

/** A text to read, for those who may not edit it. */
export function ReadText({ html }: { readonly html: string }) {
  const words = useMemo(() => bare(new DOMParser().parseFromString(html, 'text/html').body), [html])
  return <div className={cx('max-w-(--text-column)', richTextLook)}>{words}</div>
}

/** The text in the editor's tags, without attributes: nothing in it runs, links or loads. */
function bare(node: Node): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent
  const tag = node.nodeName.toLowerCase()
  return createElement(shown.has(tag) ? tag : Fragment, null, ...[...node.childNodes].map(bare))
}

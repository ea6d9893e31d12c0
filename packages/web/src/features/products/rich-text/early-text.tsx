import { richText } from '@keydesk/contract'
import { cx } from 'class-variance-authority'
import { Fragment, createElement, useMemo, type ReactNode } from 'react'
import { richTextLook } from './look.ts'

interface Props {
  readonly height: string
  /** What the editor will hold. */
  readonly html: string
}

/** As high as the editor, with its text to read until the editor is loaded. */
export function EditorSkeleton({ height, html }: Props) {
  const words = useMemo(() => bare(new DOMParser().parseFromString(html, 'text/html').body), [html])
  return (
    <div role="status" className="overflow-hidden rounded-control border border-edge">
      <span className="sr-only">Loading...</span>
      {/* The height of the toolbar. */}
      <div className="h-10.25 border-b border-border bg-bg max-md:h-13.25 max-sm:h-24.75" />
      <div className={cx('px-3 py-2.5 whitespace-pre-wrap text-muted', height, richTextLook)}>{words}</div>
    </div>
  )
}

const shown = new Set<string>(richText.tags.filter((tag) => tag !== 'img'))

/** The text in the editor's tags, without attributes: nothing in it runs, links or loads. */
function bare(node: Node): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent
  const tag = node.nodeName.toLowerCase()
  return createElement(shown.has(tag) ? tag : Fragment, null, ...[...node.childNodes].map(bare))
}

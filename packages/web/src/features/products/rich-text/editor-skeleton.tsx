import { richText } from '@keydesk/contract'
import { cx } from 'class-variance-authority'
import { Fragment, createElement, useMemo, type ReactNode } from 'react'
import { richTextLook } from './look.ts'

interface Props {
  readonly height: string
  /** What the editor will hold. */
  readonly html: string
}

/** As high as the toolbar and the text below it, whose words can be read before the editor is there. */
export function EditorSkeleton({ height, html }: Props) {
  const words = useMemo(() => bare(new DOMParser().parseFromString(html, 'text/html').body), [html])
  return <EditorFrame height={height}>{words}</EditorFrame>
}

/** The toolbar's room, and below it what stands for the text. */
export const EditorFrame = ({ height, children }: { readonly height: string; readonly children: ReactNode }) => (
  <div role="status" className="overflow-hidden rounded-control border border-edge">
    <span className="sr-only">Loading...</span>
    <div className="h-10.25 border-b border-border bg-bg max-md:h-13.25 max-sm:h-24.75" />
    <div aria-hidden className={cx('px-3 py-2.5 whitespace-pre-wrap', height, richTextLook)}>
      {children}
    </div>
  </div>
)

const shown = new Set<string>(richText.tags.filter((tag) => tag !== 'img'))

/** Words in tags of the editor's, without attributes: nothing in it runs, leads anywhere or is fetched. As in `public/boot.js`. */
function bare(node: Node): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent
  const tag = node.nodeName.toLowerCase()
  return createElement(shown.has(tag) ? tag : Fragment, null, ...[...node.childNodes].map(bare))
}

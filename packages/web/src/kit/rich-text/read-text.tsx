import { richText } from '@keydesk/contract'
import { cx } from 'class-variance-authority'
import { Fragment, type PointerEventHandler, type ReactNode, type Ref, createElement, useMemo } from 'react'

interface Props {
  readonly label: string
  readonly height: string
  /** The text that the editor will hold. */
  readonly html: string
  readonly ref?: Ref<HTMLDivElement>
  readonly onPointerDown?: PointerEventHandler
}

/** Shows the text at the editor's height until the editor is loaded. It takes the focus for the editor, and shows that the editor is loading. */
export function EarlyText({ label, height, html, ...rest }: Props) {
  const words = useMemo(() => bare(new DOMParser().parseFromString(html, 'text/html').body), [html])
  return (
    <div
      {...rest}
      role="region"
      aria-label={label}
      aria-busy
      // A Tab stop, like the editor.
      tabIndex={0}
      className={cx('cursor-progress px-3 py-2.5 whitespace-pre-wrap text-muted outline-none', height, richTextStyles)}
    >
      {words}
    </div>
  )
}

const shown = new Set<string>(richText.tags.filter((tag) => tag !== 'img'))

/** The text for people who may not edit it. */
export function ReadText({ html }: { readonly html: string }) {
  const words = useMemo(() => bare(new DOMParser().parseFromString(html, 'text/html').body), [html])
  return <div className={cx('max-w-(--text-column)', richTextStyles)}>{words}</div>
}

/** The text in the editor's tags without attributes, so that nothing in it runs, links or loads. */
function bare(node: Node): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent
  const tag = node.nodeName.toLowerCase()
  return createElement(shown.has(tag) ? tag : Fragment, null, ...[...node.childNodes].map(bare))
}

/** The styles of rich text, in the editor and read-only. Needed because Preflight removes all styles of these elements. */
export const richTextStyles = [
  'wrap-anywhere [&>*+*]:mt-2.5',
  '[&_h2]:text-base [&_h2]:font-semibold [&>*+h2]:mt-4',
  '[&_ul]:list-disc [&_ul]:pl-5 [&_ol]:list-decimal [&_ol]:pl-6 [&_li]:pl-0.5 [&_li]:marker:text-muted',
  '[&_blockquote]:border-l-2 [&_blockquote]:border-edge [&_blockquote]:pl-3 [&_blockquote]:text-muted',
  '[&_a]:text-accent [&_a]:underline [&_a]:underline-offset-2',
  '[&_img]:max-h-80 [&_img]:max-w-full [&_img]:rounded-control [&_img.ProseMirror-selectednode]:outline-2 [&_img.ProseMirror-selectednode]:outline-accent',
].join(' ')

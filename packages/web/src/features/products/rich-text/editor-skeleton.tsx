import { cx } from 'class-variance-authority'
import { useMemo, type ReactNode } from 'react'
import { richTextLook } from './look.ts'

interface Props {
  readonly height: string
  /** What the editor will hold. */
  readonly html: string
}

/** As high as the toolbar and the text below it, whose words can be read before the editor is there. */
export function EditorSkeleton({ height, html }: Props) {
  const blocks = useMemo(() => wordsOf(html), [html])
  return (
    <EditorFrame height={height}>
      {blocks.map((words, index) => (
        <p key={index}>{words}</p>
      ))}
    </EditorFrame>
  )
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

/** The words of each block, as text: nothing in them runs or is fetched. */
const wordsOf = (html: string): string[] =>
  [...new DOMParser().parseFromString(html, 'text/html').body.children].map((block) => block.textContent)

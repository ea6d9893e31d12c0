import { isBlankHtml } from '@keydesk/contract'
import { createDocument, type Editor as Tiptap } from '@tiptap/core'
import { EditorContent, useEditor } from '@tiptap/react'
import { cx } from 'class-variance-authority'
import { useEffect, useMemo, useRef } from 'react'
import { EditorSkeleton } from './editor-skeleton.tsx'
import { dropForeignImages, extensions } from './extensions.ts'
import { richTextLook } from './look.ts'
import { Toolbar } from './toolbar.tsx'

interface Props {
  readonly label: string
  readonly value: string
  readonly onChange: (html: string) => void
  readonly height: string
  readonly isInvalid: boolean
  readonly describedBy: string | undefined
}

export function Editor({ label, value, onChange, height, isInvalid, describedBy }: Props) {
  /** The value as it was given, and the same text as the editor writes it: only what differs from the latter was typed. */
  const given = useRef({ html: value, written: '' })
  const editorProps = useMemo(
    () => ({
      transformPastedHTML: dropForeignImages,
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        ...(isInvalid && { 'aria-invalid': 'true' }),
        ...(describedBy !== undefined && { 'aria-describedby': describedBy }),
        class: cx('px-3 py-2.5 whitespace-pre-wrap outline-none', height, richTextLook),
      },
    }),
    [label, isInvalid, describedBy, height],
  )
  const editor = useEditor({
    extensions,
    content: value,
    editorProps,
    injectCSS: false,
    // Created in an effect: tiptap destroys one that was created in a render that React throws away.
    immediatelyRender: false,
    // The toolbar follows by useEditorState; typing renders nothing else.
    shouldRerenderOnTransaction: false,
    onUpdate: ({ editor: updated }) => {
      const written = htmlOf(updated)
      onChange(written === given.current.written ? given.current.html : written)
    },
  })

  useEffect(() => {
    if (editor !== null) takeValue(editor, given, value)
  }, [editor, value])
  if (editor === null) return <EditorSkeleton height={height} html={value} />

  return (
    <div
      className={cx(
        'overflow-clip rounded-control border bg-surface focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent',
        isInvalid ? 'border-red' : 'border-edge',
      )}
    >
      <Toolbar editor={editor} label={label} />
      <EditorContent editor={editor} />
    </div>
  )
}

const htmlOf = (editor: Tiptap): string => {
  const html = editor.getHTML()
  return isBlankHtml(html) ? '' : html
}

/** A value that came from outside: a discard, a refetch. The cursor stays where the text is the same. */
function takeValue(editor: Tiptap, given: { current: { html: string; written: string } }, value: string): void {
  const written = htmlOf(editor)
  if (value === written || (value === given.current.html && written === given.current.written)) return
  const document = createDocument(value, editor.schema)
  const isSame = document.type === editor.schema.topNodeType && document.eq(editor.state.doc)
  if (!isSame) editor.commands.setContent(value, { emitUpdate: false })
  given.current = { html: value, written: htmlOf(editor) }
}

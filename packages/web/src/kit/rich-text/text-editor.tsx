import { isBlankHtml } from '@keydesk/contract'
import { type Editor as Tiptap, createDocument } from '@tiptap/core'
import { EditorContent, useEditor, useEditorState } from '@tiptap/react'
import { cx } from 'class-variance-authority'
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { ImageDialog, LinkDialog } from './dialogs.tsx'
import { richTextStyles } from './read-text.tsx'
import { cleanPasted, extensions, pressTool, toolsOn } from './extensions.ts'

/** The editor's commands for the toolbar and the placeholder. */
export interface EditorHandle {
  readonly press: (tool: string) => void
  /** Focuses the text with the cursor at a point, or at the start. */
  readonly focus: (point: { readonly left: number; readonly top: number } | null) => void
}

interface Props {
  readonly label: string
  readonly value: string
  readonly onChange: (html: string) => void
  readonly height: string
  readonly isInvalid: boolean
  readonly describedBy: string | undefined
  readonly onReady: (handle: EditorHandle) => void
  /** Reports the names of the active tools, joined. */
  readonly onTools: (names: string) => void
}

export function Editor({ label, value, onChange, height, isInvalid, describedBy, onReady, onTools }: Props) {
  /** The given value, and the same text as the editor writes it. Only text that differs from `written` was typed. */
  const given = useRef({ html: value, written: '' })
  const [dialog, setDialog] = useState<'Link' | 'Image' | null>(null)
  const editorProps = useMemo(
    () => ({
      transformPastedHTML: cleanPasted,
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        ...(isInvalid && { 'aria-invalid': 'true' }),
        ...(describedBy !== undefined && { 'aria-describedby': describedBy }),
        class: cx('px-3 py-2.5 whitespace-pre-wrap outline-none', height, richTextStyles),
      },
    }),
    [label, isInvalid, describedBy, height],
  )
  const editor = useEditor({
    extensions,
    content: value,
    editorProps,
    injectCSS: false,
    // Created in an effect: tiptap destroys an editor of a render that React discards.
    immediatelyRender: false,
    // useEditorState updates the toolbar; typing renders nothing else.
    shouldRerenderOnTransaction: false,
    onUpdate: ({ editor: updated }) => {
      const written = htmlOf(updated)
      onChange(written === given.current.written ? given.current.html : written)
    },
  })
  const on = useEditorState({ editor, selector: ({ editor: now }) => (now === null ? '' : toolsOn(now)) }) ?? ''

  // Before the effect below: an early press acts on the current value.
  useLayoutEffect(() => {
    if (editor !== null) takeValue(editor, given, value)
  }, [editor, value])
  const reportTools = useEffectEvent(onTools)
  useEffect(() => reportTools(on), [on])
  const reportReady = useEffectEvent((made: Tiptap) =>
    onReady({
      press: (tool) => (tool === 'Link' || tool === 'Image' ? setDialog(tool) : pressTool(made, tool)),
      focus: (point) => void made.commands.focus(point === null ? 'start' : (made.view.posAtCoords(point)?.pos ?? 'end')),
    }),
  )
  // Before the next paint, so that the editor replaces its placeholder without a flash.
  useLayoutEffect(() => {
    if (editor !== null) reportReady(editor)
  }, [editor])

  if (editor === null) return null
  return (
    <>
      <EditorContent editor={editor} />
      {dialog === 'Link' && <LinkDialog editor={editor} onClose={() => setDialog(null)} />}
      {dialog === 'Image' && <ImageDialog editor={editor} onClose={() => setDialog(null)} />}
    </>
  )
}

const htmlOf = (editor: Tiptap): string => {
  const html = editor.getHTML()
  return isBlankHtml(html) ? '' : html
}

/** Takes a value from outside: a discard or a refetch. The cursor stays if the text is the same. */
function takeValue(editor: Tiptap, given: { current: { html: string; written: string } }, value: string): void {
  const written = htmlOf(editor)
  if (value === written || (value === given.current.html && written === given.current.written)) return
  const document = createDocument(value, editor.schema)
  const isSame = document.type === editor.schema.topNodeType && document.eq(editor.state.doc)
  if (!isSame) editor.commands.setContent(value, { emitUpdate: false })
  given.current = { html: value, written: htmlOf(editor) }
}

import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { search, searchKeymap } from '@codemirror/search'
import { Compartment, EditorState, Text } from '@codemirror/state'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react'
import type { ControlProps } from '../../../kit/form/field.tsx'
import { splitLines } from './key-text.ts'
import type { KeysHandle, Seed } from './keys-editor.tsx'

interface Props {
  readonly ref: Ref<KeysHandle>
  readonly control: ControlProps
  readonly seed: Seed
  readonly onEdit: () => void
}

/** The field of keys for very many keys. Only the lines in view are in the page. */
export function LargeKeys({ ref, control, seed, onEdit }: Props) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const attributes = useRef(new Compartment())
  const isWriting = useRef(false)
  const edited = useEffectEvent(onEdit)

  useEffect(() => {
    const created = new EditorView({
      parent: host.current!,
      state: EditorState.create({
        doc: toDocument(seed.text),
        extensions: [
          lineNumbers(),
          history(),
          search({ top: true }),
          keymap.of([...searchKeymap, ...defaultKeymap, ...historyKeymap]),
          theme,
          attributes.current.of([]),
          EditorView.updateListener.of((update) => {
            if (update.docChanged && !isWriting.current) edited()
          }),
        ],
      }),
    })
    view.current = created
    if (seed.cursor !== null) {
      const cursor = Math.min(seed.cursor, created.state.doc.length)
      created.dispatch({ selection: { anchor: cursor }, scrollIntoView: true })
      created.focus()
    }
    return () => created.destroy()
  }, [seed])

  const isInvalid = control['aria-invalid'] === true
  const describedBy = control['aria-describedby']
  useEffect(() => {
    const named = {
      id: control.id,
      'aria-label': 'Keys',
      // Reachable by Tab without it, but accessibility checks expect it of a scrolling box.
      tabindex: '0',
      spellcheck: 'false',
      ...(isInvalid && { 'aria-invalid': 'true' }),
      ...(describedBy !== undefined && { 'aria-describedby': describedBy }),
    }
    view.current?.dispatch({ effects: attributes.current.reconfigure(EditorView.contentAttributes.of(named)) })
  }, [control.id, isInvalid, describedBy])

  useImperativeHandle(ref, () => ({
    read: () => view.current?.state.doc.toString() ?? seed.text,
    write: (text) => {
      isWriting.current = true
      view.current?.dispatch({ changes: { from: 0, to: view.current.state.doc.length, insert: toDocument(text) } })
      isWriting.current = false
    },
  }))

  return (
    <div
      ref={host}
      className={`overflow-hidden rounded-control border bg-surface focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent ${isInvalid ? 'border-red' : 'border-edge'}`}
    />
  )
}

const toDocument = (text: string) => Text.of(splitLines(text))

const theme = EditorView.theme({
  '&': { height: '20rem', fontSize: '0.875rem', color: 'var(--text)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", Menlo, Consolas, monospace',
    lineHeight: '1.25rem',
  },
  '.cm-content': { caretColor: 'var(--accent)', padding: '0.5rem 0' },
  '.cm-line': { padding: '0 0.75rem' },
  '.cm-gutters': { backgroundColor: 'var(--bg)', color: 'var(--muted)', border: 'none', borderRight: '1px solid var(--border)' },
  '.cm-panels': { backgroundColor: 'var(--raised)', color: 'var(--text)', borderBottom: '1px solid var(--border)' },
  '.cm-textfield': { backgroundColor: 'var(--surface)', border: '1px solid var(--edge)', borderRadius: '6px' },
  '.cm-button': { backgroundImage: 'none', backgroundColor: 'var(--raised)', border: '1px solid var(--edge)', borderRadius: '6px' },
  '.cm-searchMatch': { backgroundColor: 'color-mix(in srgb, var(--yellow-hue) 35%, transparent)' },
  '.cm-searchMatch-selected': { backgroundColor: 'color-mix(in srgb, var(--yellow-hue) 70%, transparent)' },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 0.5rem 0 0.75rem', fontVariantNumeric: 'tabular-nums' },
})

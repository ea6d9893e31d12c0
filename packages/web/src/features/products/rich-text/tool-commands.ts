import { richText } from '@keydesk/contract'
import type { Editor } from '@tiptap/react'
import { alignmentOf, tools } from './tools.ts'

const chain = (editor: Editor) => editor.chain().focus()

const commands: Readonly<Record<string, { readonly isOn: string; readonly press: (editor: Editor) => void }>> = {
  Bold: { isOn: 'bold', press: (editor) => chain(editor).toggleBold().run() },
  Italic: { isOn: 'italic', press: (editor) => chain(editor).toggleItalic().run() },
  Heading: { isOn: 'heading', press: (editor) => chain(editor).toggleHeading({ level: richText.headingLevel }).run() },
  'Bullet list': { isOn: 'bulletList', press: (editor) => chain(editor).toggleBulletList().run() },
  'Ordered list': { isOn: 'orderedList', press: (editor) => chain(editor).toggleOrderedList().run() },
  Quote: { isOn: 'blockquote', press: (editor) => chain(editor).toggleBlockquote().run() },
}

/** The names of the tools that are on where the cursor stands, in one text that is easy to compare. */
export const toolsOn = (editor: Editor): string =>
  tools
    .map(({ name }) => name)
    .filter((name) => {
      const textAlign = alignmentOf(name)
      return textAlign === undefined ? editor.isActive(commands[name]?.isOn ?? name.toLowerCase()) : editor.isActive({ textAlign })
    })
    .join()

/** Does what a tool does at once. Link and Image ask first: see editor.tsx. */
export function pressTool(editor: Editor, name: string): void {
  const alignment = alignmentOf(name)
  if (alignment === undefined) commands[name]?.press(editor)
  else chain(editor).toggleTextAlign(alignment).run()
}

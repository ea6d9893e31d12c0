import { richText } from '@keydesk/contract'
import { useEditorState, type Editor } from '@tiptap/react'
import {
  AlignCenter,
  AlignJustify,
  AlignLeft,
  AlignRight,
  Bold,
  Heading2,
  ImagePlus,
  Italic,
  Link2,
  List,
  ListOrdered,
  Quote,
  type LucideIcon,
} from 'lucide-react'
import { Toolbar as Radix } from 'radix-ui'
import { useState } from 'react'
import { ImageDialog } from './image-dialog.tsx'
import { LinkDialog } from './link-dialog.tsx'

interface Tool {
  readonly name: string
  readonly icon: LucideIcon
  readonly isOn: (editor: Editor) => boolean
  readonly press: (editor: Editor) => void
}

const chain = (editor: Editor) => editor.chain().focus()
const title = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
const alignIcons: Record<string, LucideIcon> = { left: AlignLeft, center: AlignCenter, right: AlignRight, justify: AlignJustify }

const marks: readonly Tool[] = [
  { name: 'Bold', icon: Bold, isOn: (editor) => editor.isActive('bold'), press: (editor) => chain(editor).toggleBold().run() },
  { name: 'Italic', icon: Italic, isOn: (editor) => editor.isActive('italic'), press: (editor) => chain(editor).toggleItalic().run() },
]
const blocks: readonly Tool[] = [
  {
    name: 'Heading',
    icon: Heading2,
    isOn: (editor) => editor.isActive('heading'),
    press: (editor) => chain(editor).toggleHeading({ level: richText.headingLevel }).run(),
  },
  {
    name: 'Bullet list',
    icon: List,
    isOn: (editor) => editor.isActive('bulletList'),
    press: (editor) => chain(editor).toggleBulletList().run(),
  },
  {
    name: 'Ordered list',
    icon: ListOrdered,
    isOn: (editor) => editor.isActive('orderedList'),
    press: (editor) => chain(editor).toggleOrderedList().run(),
  },
  {
    name: 'Quote',
    icon: Quote,
    isOn: (editor) => editor.isActive('blockquote'),
    press: (editor) => chain(editor).toggleBlockquote().run(),
  },
]
const alignments: readonly Tool[] = richText.alignments.map((alignment) => ({
  name: alignment === 'justify' ? 'Justify' : `Align ${alignment}`,
  icon: alignIcons[alignment]!,
  isOn: (editor) => editor.isActive({ textAlign: alignment }),
  press: (editor) => chain(editor).toggleTextAlign(alignment).run(),
}))
const groups = [marks, blocks, alignments]

/** One stop for Tab; the arrow keys move inside (roving focus). */
export function Toolbar({ editor, label }: { readonly editor: Editor; readonly label: string }) {
  const [dialog, setDialog] = useState<'link' | 'image' | null>(null)
  const pressed = useEditorState({
    editor,
    selector: ({ editor: now }) =>
      groups
        .flat()
        .filter((tool) => tool.isOn(now))
        .map(({ name }) => name)
        .join(),
  })
  const isOn = new Set(pressed.split(','))
  const isLink = useEditorState({ editor, selector: ({ editor: now }) => now.isActive('link') })
  return (
    <>
      <Radix.Root
        aria-label={`${title(label)} formatting`}
        className="flex flex-wrap items-center gap-x-3 gap-y-0.5 border-b border-border bg-bg p-1"
      >
        {groups.map((tools) => (
          <div key={tools[0]!.name} className="flex gap-0.5">
            {tools.map((tool) => (
              <ToolButton key={tool.name} name={tool.name} icon={tool.icon} isOn={isOn.has(tool.name)} onPress={() => tool.press(editor)} />
            ))}
          </div>
        ))}
        <div className="flex gap-0.5">
          <ToolButton name="Link" icon={Link2} isOn={isLink} onPress={() => setDialog('link')} />
          <ToolButton name="Image" icon={ImagePlus} onPress={() => setDialog('image')} />
        </div>
      </Radix.Root>
      {dialog === 'link' && <LinkDialog editor={editor} onClose={() => setDialog(null)} />}
      {dialog === 'image' && <ImageDialog editor={editor} onClose={() => setDialog(null)} />}
    </>
  )
}

interface ButtonProps {
  readonly name: string
  readonly icon: LucideIcon
  /** Left out for what has no state. */
  readonly isOn?: boolean
  readonly onPress: () => void
}

function ToolButton({ name, icon: Icon, isOn, onPress }: ButtonProps) {
  return (
    <Radix.Button
      aria-label={name}
      data-tooltip={name}
      aria-pressed={isOn}
      // A press must not take the selection out of the text.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
      className="flex size-8 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-text aria-pressed:bg-pressed aria-pressed:text-text max-md:size-11"
    >
      <Icon aria-hidden className="size-4" />
    </Radix.Button>
  )
}

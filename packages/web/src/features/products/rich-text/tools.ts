import { richText } from '@keydesk/contract'
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

export interface Tool {
  readonly name: string
  readonly icon: LucideIcon
  /** It asks something, and so is never on. */
  readonly asks?: boolean
}

const alignIcons = { left: AlignLeft, center: AlignCenter, right: AlignRight, justify: AlignJustify }

export const alignmentOf = (name: string) => richText.alignments.find((alignment) => nameOf(alignment) === name)
const nameOf = (alignment: keyof typeof alignIcons): string => (alignment === 'justify' ? 'Justify' : `Align ${alignment}`)

/** The tools by group, known before the editor is there. What each does is in tool-commands.ts. */
export const toolGroups: readonly (readonly Tool[])[] = [
  [
    { name: 'Bold', icon: Bold },
    { name: 'Italic', icon: Italic },
  ],
  [
    { name: 'Heading', icon: Heading2 },
    { name: 'Bullet list', icon: List },
    { name: 'Ordered list', icon: ListOrdered },
    { name: 'Quote', icon: Quote },
  ],
  richText.alignments.map((alignment) => ({ name: nameOf(alignment), icon: alignIcons[alignment] })),
  [
    { name: 'Link', icon: Link2 },
    { name: 'Image', icon: ImagePlus, asks: true },
  ],
]

export const tools = toolGroups.flat()

import { isAllowedLink, linkScheme, richText } from '@keydesk/contract'
import { Image } from '@tiptap/extension-image'
import { ListItem, OrderedList } from '@tiptap/extension-list'
import { TextAlign } from '@tiptap/extension-text-align'
import type { Editor } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { alignmentOf, tools } from './toolbar.tsx'

const isImageScheme = (scheme: string): boolean => (richText.imageSchemes as readonly string[]).includes(scheme)

/** Drops images that the server refuses today but old texts may hold: base64 in any spelling, such as `DATA:`. */
const StoredImage = Image.extend({
  addAttributes: () => ({ src: { default: null }, alt: { default: null }, title: { default: null } }),
  parseHTML: () => [
    {
      tag: 'img[src]',
      getAttrs: (image) => {
        const scheme = linkScheme(image.getAttribute('src') ?? '')
        return scheme === null || isImageScheme(scheme) ? null : false
      },
    },
  ],
})

/** Tab leaves the editor, also from a list: people who work by keyboard must not change a text on their way. */
const PlainListItem = ListItem.extend({
  addKeyboardShortcuts() {
    return {
      Enter: () => this.editor.commands.splitListItem(this.name),
      'Mod-]': () => this.editor.commands.sinkListItem(this.name),
      'Mod-[': () => this.editor.commands.liftListItem(this.name),
    }
  },
})

/** Every list begins with 1. */
const StoredOrderedList = OrderedList.extend({ addAttributes: () => ({ start: { default: 1, rendered: false, parseHTML: () => 1 } }) })

/**
 * Exactly the contract's allow-list, so that the server stores a text as the editor writes it, and a save whose answer was lost is
 * recognised.
 */
export const extensions = [
  StarterKit.configure({
    strike: false,
    code: false,
    codeBlock: false,
    underline: false,
    horizontalRule: false,
    listItem: false,
    orderedList: false,
    // It would add an empty paragraph to the end of the text.
    trailingNode: false,
    heading: { levels: [richText.headingLevel] },
    link: {
      autolink: true,
      linkOnPaste: true,
      // A click places the cursor; the dialog shows the address.
      openOnClick: false,
      defaultProtocol: richText.defaultScheme,
      isAllowedUri: (url) => isAllowedLink(url),
      HTMLAttributes: { target: '_blank', rel: 'noopener noreferrer nofollow' },
    },
  }),
  PlainListItem,
  StoredOrderedList,
  StoredImage,
  TextAlign.configure({ types: ['heading', 'paragraph'], alignments: [...richText.alignments] }),
]

export const isAllowedImage = (src: string): boolean => isImageScheme(linkScheme(src) ?? '')

/** The address of a link: `example.com` gets the default scheme; an address with a scheme and a path stay as they are. Null: refused. */
export function toLink(typed: string): string | null {
  const href = typed.trim()
  if (href === '' || !isAllowedLink(href)) return null
  // `localhost:3000` looks like a scheme, but isAllowedLink has refused it already.
  if (linkScheme(href) !== null || /^[/#?.]/.test(href)) return href
  // `my site.com` could be a path, but it is no host.
  const link = `${richText.defaultScheme}://${href}`
  return isAllowedLink(link) ? link : null
}

/** Drops what the server drops from pasted HTML: images that browsers cannot fetch by address, and how a link looks and opens. */
export function cleanPasted(html: string): string {
  if (!/<(?:img|a)\b/i.test(html)) return html
  const parsed = new DOMParser().parseFromString(html, 'text/html')
  for (const image of parsed.querySelectorAll('img')) {
    if (!isAllowedImage(image.getAttribute('src') ?? '')) image.remove()
  }
  for (const link of parsed.querySelectorAll('a')) {
    for (const name of ['target', 'rel', 'class', 'title']) link.removeAttribute(name)
  }
  return parsed.body.innerHTML
}

const chain = (editor: Editor) => editor.chain().focus()

const commands: Readonly<Record<string, { readonly isOn: string; readonly press: (editor: Editor) => void }>> = {
  Bold: { isOn: 'bold', press: (editor) => chain(editor).toggleBold().run() },
  Italic: { isOn: 'italic', press: (editor) => chain(editor).toggleItalic().run() },
  Heading: { isOn: 'heading', press: (editor) => chain(editor).toggleHeading({ level: richText.headingLevel }).run() },
  'Bullet list': { isOn: 'bulletList', press: (editor) => chain(editor).toggleBulletList().run() },
  'Ordered list': { isOn: 'orderedList', press: (editor) => chain(editor).toggleOrderedList().run() },
  Quote: { isOn: 'blockquote', press: (editor) => chain(editor).toggleBlockquote().run() },
}

/** The names of the active tools at the cursor, joined to one text for comparison. */
export const toolsOn = (editor: Editor): string =>
  tools
    .map(({ name }) => name)
    .filter((name) => {
      const textAlign = alignmentOf(name)
      return textAlign === undefined ? editor.isActive(commands[name]?.isOn ?? name.toLowerCase()) : editor.isActive({ textAlign })
    })
    .join()

/** Runs the command of a tool. Link and Image open dialogs instead: see text-editor.tsx. */
export function pressTool(editor: Editor, name: string): void {
  const alignment = alignmentOf(name)
  if (alignment === undefined) commands[name]?.press(editor)
  else chain(editor).toggleTextAlign(alignment).run()
}

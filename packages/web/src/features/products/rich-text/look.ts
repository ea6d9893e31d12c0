/** How rich text looks, in the editor and where it is only shown. Preflight takes every style of these elements away. */
export const richTextLook = [
  'wrap-anywhere [&>*+*]:mt-2.5',
  '[&_h2]:text-base [&_h2]:font-semibold [&>*+h2]:mt-4',
  '[&_ul]:list-disc [&_ul]:pl-5 [&_ol]:list-decimal [&_ol]:pl-6 [&_li]:pl-0.5 [&_li]:marker:text-muted',
  '[&_blockquote]:border-l-2 [&_blockquote]:border-edge [&_blockquote]:pl-3 [&_blockquote]:text-muted',
  '[&_a]:text-accent [&_a]:underline [&_a]:underline-offset-2',
  '[&_img]:max-h-80 [&_img]:max-w-full [&_img]:rounded-control [&_img.ProseMirror-selectednode]:outline-2 [&_img.ProseMirror-selectednode]:outline-accent',
].join(' ')

import type { RenderedMail } from '@keydesk/contract'
import { escapeHtml } from '../../html/escape-html.ts'
import type { KeyGroup, Letter, LetterBlock } from './letter.rules.ts'

/**
 * A letter as its reader sees it: HTML and plain text from the same blocks.
 * @param logo the address of the shop's logo; '' for its name
 */
export const renderLetter = (letter: Letter, logo = ''): RenderedMail => ({
  ...{ subject: letter.subject, html: toHtml(letter, logo), text: toText(letter) },
})

const textOfLink = ({ text = 'View your order' }: { readonly text?: string }): string => text
const inFile = (file: string): string => `All keys are in the attached file ${file}.`

function toText({ blocks }: Letter): string {
  const ofGroup = ({ name, keys }: KeyGroup) => [name, ...keys].join('\n')
  const ofBlock = (block: LetterBlock): string => {
    if (block.is === 'text') return block.text
    if (block.is === 'link') return `${textOfLink(block)}: ${block.url}`
    return [...block.groups.map(ofGroup), ...(block.file === undefined ? [] : [inFile(block.file)])].join('\n\n')
  }
  return `${blocks.map(ofBlock).join('\n\n')}\n`
}

/**
 * Inline styles are the light theme, because some readers drop the style sheet; the style sheet has the dark one. The logo is the only
 * image: a reader that does not show it shows the name of the shop.
 */
const toHtml = ({ subject, shop, blocks }: Letter, logo: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${dark}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f6f7f9;color:#15181d">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px"><tr><td style="${font};text-align:left">
<p class="muted" style="margin:0 0 12px;padding:0 4px;font-size:15px;font-weight:600;color:#5a6370">${brandToHtml(shop, logo)}</p>
<div class="card" style="padding:24px 20px 8px;background:#ffffff;border:1px solid #e1e5ea;border-radius:12px">
${blocks.map(blockToHtml).join('\n')}
</div>
</td></tr></table>
</td></tr></table>
</body>
</html>
`

const brandToHtml = (shop: string, logo: string): string =>
  logo === ''
    ? escapeHtml(shop)
    : `<img class="logo" src="${escapeHtml(logo)}" alt="${escapeHtml(shop)}" height="40" style="height:40px;max-width:240px;border:0">`

function blockToHtml(block: LetterBlock): string {
  if (block.is === 'text') return `<p style="margin:0 0 16px;overflow-wrap:anywhere">${escapeHtml(block.text).replaceAll('\n', '<br>')}</p>`
  if (block.is === 'keys') return `${block.groups.map(groupToHtml).join('\n')}${block.file === undefined ? '' : fileToHtml(block.file)}`
  return `<p style="margin:0 0 16px"><a class="button" href="${escapeHtml(block.url)}" style="display:inline-block;padding:10px 20px;border-radius:8px;background:#3450c9;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(textOfLink(block))}</a></p>`
}

const fileToHtml = (file: string): string => `\n<p style="margin:0 0 16px">${escapeHtml(inFile(file))}</p>`

const groupToHtml = ({ name, keys }: KeyGroup): string =>
  `<div class="box" style="margin:0 0 16px;padding:12px 16px;background:#f6f7f9;border:1px solid #e1e5ea;border-radius:8px">
<div style="font-weight:600;overflow-wrap:anywhere">${escapeHtml(name)}</div>${keys.map(keyToHtml).join('')}
</div>`

const keyToHtml = (key: string): string =>
  `\n<div style="margin-top:6px;font-family:ui-monospace,Menlo,Consolas,monospace;font-size:15px;word-break:break-all">${escapeHtml(key)}</div>`

const font =
  "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:15px;line-height:23px;text-wrap:pretty"

const dark = `:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){
.page{background:#0b0d10 !important;color:#e9ebee !important}
.card{background:#12151a !important;border-color:#2a3039 !important}
.box{background:#1a1e25 !important;border-color:#2a3039 !important}
.muted{color:#9ba4b0 !important}
.logo{padding:6px;border-radius:8px;background:#ffffff}
.button{background:#8ba3ff !important;color:#0b0d10 !important}
}`

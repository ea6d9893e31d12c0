interface PageOptions {
  readonly title: string
  readonly body: string
  readonly style: string
  /** How often the page reloads, for people who want to see what arrives; never if left out. */
  readonly reloadSeconds?: number
}

/** A page of a stand-in. */
export const page = ({ title, body, style, reloadSeconds }: PageOptions): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">${reloadSeconds === undefined ? '' : `\n<meta http-equiv="refresh" content="${reloadSeconds}">`}
<meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,">
<title>${escape(title)}</title>
<style>${colours}${style}</style>
</head>
<body>${body}</body>
</html>`

export const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

export const timeOf = (at: Date): string => `<time>${at.toISOString().slice(11, 19)} UTC</time>`

const colours = `
:root { color-scheme: dark light; --muted: light-dark(#5a6370, #9ba4b0); --line: light-dark(#e1e5ea, #2a3039) }
:root { --link: light-dark(#3450c9, #8ba3ff); --raised: light-dark(#fff, #12151a) }
body { margin: 0; font: 14px/20px system-ui, sans-serif; background: light-dark(#f6f7f9, #0b0d10); color: light-dark(#15181d, #e9ebee) }
h1 { margin: 0; font-size: 20px; line-height: 28px } a { color: var(--link) } .none, time, header p { margin: 4px 0 0; color: var(--muted) }
header { padding: 16px 24px; border-bottom: 1px solid var(--line) } ol { list-style: none; margin: 0; padding: 0 }`

import { type ReactNode, useState } from 'react'
import { Segmented } from '../../kit/controls/segmented.tsx'
import type { Theme } from '../../kit/theme.ts'

interface ShownMailProps {
  readonly subject: string | undefined
  /** Draws the mail in the chosen theme. */
  readonly children: (theme: Theme) => ReactNode
}

/** The subject of a mail, and the choice of the reader's theme. */
export function ShownMail({ subject, children }: ShownMailProps) {
  const [theme, setTheme] = useState<Theme>('light')
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="min-w-0 font-medium wrap-anywhere">{subject}</p>
        <Segmented label="Theme" value={theme} options={themes} onChange={(value) => setTheme(value === 'dark' ? 'dark' : 'light')} />
      </div>
      {children(theme)}
    </div>
  )
}

const themes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

interface Props {
  readonly title: string
  readonly html: string
  readonly theme: Theme
  /** Pixels of the reader's window; as wide as there is room if left out. */
  readonly width?: number
  /** Draws it smaller than it is. */
  readonly scale?: number
  /** Pixels of the screen. */
  readonly height: number
}

const border = 2

/** A mail as its reader sees it. Sandboxed: it runs nothing, and its links lead nowhere. */
export const MailFrame = ({ title, html, theme, width, scale = 1, height }: Props) => (
  <div
    className="overflow-auto rounded-control border border-border"
    style={{ height: height + border, ...(width !== undefined && { maxWidth: width * scale + border }) }}
  >
    <iframe
      title={title}
      sandbox=""
      srcDoc={inTheme(html, theme)}
      style={{ colorScheme: theme, width: width ?? '100%', height: height / scale, transform: `scale(${scale})`, transformOrigin: '0 0' }}
      // Its layout has the size that it would have without the scale.
      className="max-w-none"
    />
  </div>
)

/** A mail follows the theme of its reader; this is another one. */
const inTheme = (html: string, theme: Theme): string =>
  html.replace('@media (prefers-color-scheme:dark)', theme === 'dark' ? '@media all' : '@media not all')

interface Props {
  readonly title: string
  readonly html: string
  readonly theme: 'light' | 'dark'
  /** Pixels of the reader's window. */
  readonly width: number
  /** Pixels of the screen; it is made smaller where it does not fit. */
  readonly scale?: number
  readonly height: number
}

/** A mail as its reader sees it. Sandboxed: it runs nothing, and its links lead nowhere. */
export const MailFrame = ({ title, html, theme, width, scale = 1, height }: Props) => (
  <div className="overflow-hidden rounded-control border border-border" style={{ height, maxWidth: width * scale }}>
    <iframe
      title={title}
      sandbox=""
      srcDoc={html}
      // The mail has both themes and follows that of the frame.
      style={{ colorScheme: theme, width, height: height / scale, transform: `scale(${scale})`, transformOrigin: '0 0' }}
    />
  </div>
)

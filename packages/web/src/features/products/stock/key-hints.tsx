import { Button } from '../../../kit/controls/button.tsx'
import { type KeyCount, joinedHint, quotedHint, removeMarks, splitAtDelimiters } from './key-text.ts'

interface Props {
  readonly count: Pick<KeyCount, 'quoted' | 'joined'>
  /** Follows what is said about lines with delimiters. */
  readonly advice?: string
  /** Called when the person wants the text changed. Nothing changes by itself, because a key may look like this. */
  readonly onChange: (change: (text: string) => string) => void
}

/** Says that lines look like cells of a table and are keys as they are (docs/decisions/0039-papa-parse-reads-key-files.md). */
export const KeyHints = ({ count: { quoted, joined }, advice = '', onChange }: Props) => (
  <div role="status" className="text-table text-yellow">
    {quoted > 0 && (
      <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        {quotedHint(quoted)}
        <Button size="sm" onClick={() => onChange(removeMarks)}>
          Remove the marks
        </Button>
      </p>
    )}
    {joined > 0 && (
      <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        {`${joinedHint(joined)} ${advice}`}
        <Button size="sm" onClick={() => onChange(splitAtDelimiters)}>
          Split into lines
        </Button>
      </p>
    )}
  </div>
)

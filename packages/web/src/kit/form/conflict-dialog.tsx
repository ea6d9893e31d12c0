import { Button } from '../controls/button.tsx'
import { Modal } from '../overlay/dialog.tsx'
import { joinWords } from '../text/format.ts'

interface Clash {
  readonly name: string
  readonly theirs: unknown
  readonly mine: unknown
}

export interface ConflictQuestion {
  /** The noun of the thing: 'product'. */
  readonly what: string
  /** Names of the fields that somebody else changed. */
  readonly changed: readonly string[]
  /** The fields that were edited here too, with both values; null for the name alone. */
  readonly both: readonly Clash[]
  readonly onReload: () => void
  readonly onApply: () => void
  readonly onClose: () => void
}

/** Somebody else saved first. Nothing is lost until the person chooses. */
export function ConflictDialog({ what, changed, both, onReload, onApply, onClose }: ConflictQuestion) {
  const footer = (
    <>
      <Button variant="ghost" onClick={onClose}>
        Keep editing
      </Button>
      <Button onClick={onReload}>Reload</Button>
      <Button variant="primary" data-autofocus onClick={onApply}>
        Apply mine on top
      </Button>
    </>
  )
  return (
    <Modal
      role="alertdialog"
      title={`Another save changed this ${what}`}
      description="This save was stopped. Your edits are still on screen."
      onClose={onClose}
      footer={footer}
    >
      <dl className="space-y-3">
        <div>
          <dt className="text-caption text-muted">Changed meanwhile</dt>
          <dd className="font-medium">{changed.length === 0 ? 'Nothing that is edited here' : joinWords(changed)}</dd>
        </div>
        {both.length > 0 && (
          <div>
            <dt className="text-caption text-muted">Edited by you too (theirs → yours)</dt>
            {both.map(({ name, theirs, mine }) => (
              <dd key={name} className="wrap-anywhere">
                <span className="font-medium">{name}</span>
                <span className="tabular-nums">{describeChange(theirs, mine)}</span>
              </dd>
            ))}
          </div>
        )}
      </dl>
      <ul className="mt-4 list-disc space-y-1 pl-5 text-muted">
        <li>
          <span className="text-text">Apply mine on top</span> keeps their values where you edited nothing, puts yours where you did, and
          saves.
        </li>
        <li>
          <span className="text-text">Reload</span> shows what is stored now. The edits of this save are lost.
        </li>
      </ul>
    </Modal>
  )
}

function describeChange(theirs: unknown, mine: unknown): string {
  const [before, after] = [describeValue(theirs), describeValue(mine)]
  return before === null || after === null ? '' : `: ${before} → ${after}`
}

const shortText = 60

/** A value in words; null if it has no short form. */
function describeValue(value: unknown): string | null {
  if (typeof value === 'boolean') return value ? 'On' : 'Off'
  const text = Array.isArray(value) && value.every((each) => typeof each === 'string') ? value.join(', ') : value
  return typeof text === 'string' && text.length <= shortText && !text.includes('\n') ? text || 'nothing' : null
}

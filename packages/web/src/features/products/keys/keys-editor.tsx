import { Eye } from 'lucide-react'
import { useImperativeHandle, useRef, useState, type Ref } from 'react'
import { ApiError } from '../../../api/error.ts'
import { Button } from '../../../kit/button.tsx'
import { Field } from '../../../kit/field.tsx'
import { lazyPart } from '../../../kit/lazy-part.tsx'
import { Skeleton } from '../../../kit/skeleton.tsx'
import { createCover, describeKeys, isLarge } from './key-text.ts'
import type { KeysHandle, Seed } from './keys-handle.ts'
import { KeysActions } from './keys-actions.tsx'
import { PlainKeys } from './plain-keys.tsx'
import { useKeyCount } from './use-key-count.ts'

const LargeKeys = lazyPart(async () => (await import('./large-keys.tsx')).LargeKeys, <Skeleton className="h-80" />)

interface Props {
  readonly ref: Ref<KeysHandle>
  readonly initial: string
  readonly error?: string
  readonly onEdit: () => void
  /** The stored keys are about to be shown. */
  readonly onShow: () => Promise<unknown>
}

/**
 * Keys, one per line: a textarea for up to 2,000, beyond that an editor that draws only the lines in view. Stored keys are covered until
 * somebody asks for them: until then their values are not in the page.
 */
export function KeysEditor({ ref, initial, error, onEdit, onShow }: Props) {
  const [{ cover, uncover }] = useState(createCover)
  const [isShown, setShown] = useState(false)
  const [hasCovered, setHasCovered] = useState(initial !== '')
  const [isShowing, setShowing] = useState(false)
  const [seed, setSeed] = useState<Seed>(() => ({ text: cover(initial), cursor: null }))
  const [isBig, setBig] = useState(() => isLarge(initial))
  const [round, setRound] = useState(0)
  const shown = useRef<KeysHandle>(null)
  const readCovered = () => shown.current?.read() ?? seed.text
  const read = () => uncover(readCovered())
  const [count, recount] = useKeyCount(read)

  const mount = (next: Seed) => {
    setSeed(next)
    setBig(isLarge(next.text))
    setRound((before) => before + 1)
  }
  const write = (next: string) => {
    const text = isShown ? next : cover(next, readCovered())
    setHasCovered(text !== next)
    if (isLarge(text) === isBig && shown.current !== null) shown.current.write(text)
    else mount({ text, cursor: null })
    recount()
  }
  useImperativeHandle(ref, () => ({ read, write }))

  const show = async () => {
    setShowing(true)
    try {
      await onShow()
      setShown(true)
      setHasCovered(false)
      // The button is gone then: the text has the focus.
      mount({ text: read(), cursor: 0 })
    } catch (refusal) {
      // A toast says so.
      if (!(refusal instanceof ApiError)) throw refusal
    } finally {
      setShowing(false)
    }
  }
  const edited = () => {
    recount()
    onEdit()
  }
  const outgrow = (next: Seed) => {
    mount(next)
    edited()
  }

  return (
    <div>
      <Field
        label="Keys"
        error={error}
        helper={`One key per line. Enter begins a new one.${hasCovered ? ' Stored keys are covered.' : ''}`}
      >
        {(control) =>
          isBig ? (
            <LargeKeys key={round} ref={shown} control={control} seed={seed} onEdit={edited} />
          ) : (
            <PlainKeys key={round} ref={shown} control={control} seed={seed} onEdit={edited} onOutgrow={outgrow} />
          )
        }
      </Field>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <p role="status" className="mr-auto text-table text-muted tabular-nums">
          {count === null ? 'Counting...' : describeKeys(count)}
        </p>
        {hasCovered ? (
          <Button size="sm" icon={<Eye aria-hidden />} busy={isShowing && 'Showing...'} onClick={() => void show()}>
            Show keys
          </Button>
        ) : (
          <KeysActions read={read} />
        )}
      </div>
    </div>
  )
}

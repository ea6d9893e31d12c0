import { useImperativeHandle, useRef, useState, type Ref } from 'react'
import { Field } from '../../../kit/field.tsx'
import { lazyPart } from '../../../kit/lazy-part.tsx'
import { Skeleton } from '../../../kit/skeleton.tsx'
import { describeKeys, isLarge } from './key-text.ts'
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
}

/** Keys, one per line: a textarea for up to 2,000, beyond that an editor that draws only the lines in view. */
export function KeysEditor({ ref, initial, error, onEdit }: Props) {
  const [seed, setSeed] = useState<Seed>({ text: initial, cursor: null })
  const [isBig, setBig] = useState(() => isLarge(initial))
  const [round, setRound] = useState(0)
  const shown = useRef<KeysHandle>(null)
  const read = () => shown.current?.read() ?? seed.text
  const [count, recount] = useKeyCount(read)

  const mount = (next: Seed) => {
    setSeed(next)
    setBig(isLarge(next.text))
    setRound((before) => before + 1)
  }
  const write = (text: string) => {
    if (isLarge(text) === isBig && shown.current !== null) shown.current.write(text)
    else mount({ text, cursor: null })
    recount()
  }
  useImperativeHandle(ref, () => ({ read, write }))

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
      <Field label="Keys" error={error} helper="One key per line. Enter begins a new one.">
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
        <KeysActions read={read} />
      </div>
    </div>
  )
}

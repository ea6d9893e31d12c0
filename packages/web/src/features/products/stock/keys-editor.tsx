import { Copy, Eye } from 'lucide-react'
import { type ClipboardEvent, type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react'
import { ApiError } from '../../../api/error.ts'
import { Button } from '../../../kit/controls/button.tsx'
import { Textarea } from '../../../kit/controls/input.tsx'
import { lazyPart } from '../../../kit/feedback/lazy-part.tsx'
import { Skeleton } from '../../../kit/feedback/loading.tsx'
import { type ControlProps, Field } from '../../../kit/form/field.tsx'
import { KeyHints } from './key-hints.tsx'
import { type KeyCount, countInSlices, countKeys, createCover, describeKeys, isLarge } from './key-text.ts'

const LargeKeys = lazyPart(async () => (await import('./large-keys.tsx')).LargeKeys, <Skeleton className="h-80" />)

interface KeysEditorProps {
  readonly ref: Ref<KeysHandle>
  readonly initial: string
  readonly error?: string
  readonly onEdit: () => void
  /** Called before the stored keys are shown. */
  readonly onShow: () => Promise<unknown>
}

/**
 * Keys, one per line: a textarea for up to 2,000, beyond that an editor that draws only the lines in view. Stored keys are covered, and
 * their values not in the page, until the person shows them.
 */
export function KeysEditor({ ref, initial, error, onEdit, onShow }: KeysEditorProps) {
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
  const [count, recount] = useKeyCount(readCovered, uncover)

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
      // The pressed button disappears, so the text gets the focus.
      mount({ text: read(), cursor: 0 })
      recount()
    } catch (refusal) {
      // A toast shows the failure.
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
      {count !== null && <KeyHints count={count} onChange={(change) => outgrow({ text: change(readCovered()), cursor: 0 })} />}
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

interface PlainKeysProps {
  readonly ref: Ref<KeysHandle>
  readonly control: ControlProps
  readonly seed: Seed
  readonly onEdit: () => void
  /** A paste would be too long for a textarea. It is not inserted here but handed over. */
  readonly onOutgrow: (next: Seed) => void
}

function PlainKeys({ ref, control, seed, onEdit, onOutgrow }: PlainKeysProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle(ref, () => ({
    read: () => area.current?.value ?? seed.text,
    write: (text) => {
      if (area.current !== null) area.current.value = text
    },
  }))
  useEffect(() => {
    if (seed.cursor === null) return
    area.current?.focus()
    area.current?.setSelectionRange(seed.cursor, seed.cursor)
  }, [seed])

  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const pasted = event.clipboardData.getData('text')
    const { value, selectionStart, selectionEnd } = event.currentTarget
    const text = value.slice(0, selectionStart) + pasted + value.slice(selectionEnd)
    if (!isLarge(text)) return
    event.preventDefault()
    onOutgrow({ text, cursor: selectionStart + pasted.length })
  }

  return (
    <Textarea
      {...control}
      ref={area}
      mono
      rows={10}
      spellCheck={false}
      autoComplete="off"
      wrap="off"
      defaultValue={seed.text}
      onInput={onEdit}
      onPaste={onPaste}
    />
  )
}

/** The button to copy all keys. */
function KeysActions({ read }: { readonly read: () => string }) {
  const [outcome, setOutcome] = useState('')
  const copy = async () => {
    const isCopied = await navigator.clipboard.writeText(read()).then(
      () => true,
      () => false,
    )
    setOutcome(isCopied ? 'Copied' : 'The browser did not allow copying')
  }
  return (
    <>
      <p role="status" className="text-table text-muted">
        {outcome}
      </p>
      {navigator.clipboard !== undefined && (
        <Button size="sm" icon={<Copy aria-hidden />} onClick={() => void copy()}>
          Copy all
        </Button>
      )}
    </>
  )
}

/** Keys are counted when typing has stopped for this long. */
const debounceMs = 200

/** Counts the keys at first and after each `recount`, debounced. The count is null until very many keys are counted for the first time. */
function useKeyCount(readCovered: () => string, uncover: (line: string) => string): readonly [KeyCount | null, () => void] {
  const [count, setCount] = useState<KeyCount | null>(() => {
    const text = readCovered()
    return isLarge(text) ? null : countKeys(text, uncover)
  })
  const [asked, ask] = useState(count === null ? 1 : 0)
  const begin = useEffectEvent(() => countInSlices(readCovered(), uncover))
  useEffect(() => {
    if (asked === 0) return undefined
    const goOn = (slices: ReturnType<typeof countInSlices>) => {
      const { done, value } = slices.next()
      if (done === true) setCount(value)
      else timer = setTimeout(goOn, 0, slices)
    }
    let timer = setTimeout(() => goOn(begin()), debounceMs)
    return () => clearTimeout(timer)
  }, [asked])
  return [count, () => ask((before) => before + 1)]
}

/** Access to the text, which stays in the editor: 100,000 lines in React's state would be compared on every keystroke. */
export interface KeysHandle {
  readonly read: () => string
  /** Replaces the text without counting as an edit. */
  readonly write: (text: string) => void
}

/** The initial text of an editor. */
export interface Seed {
  readonly text: string
  /** The cursor's place, if the text takes the focus. */
  readonly cursor: number | null
}

import { useEffect, useImperativeHandle, useRef, type ClipboardEvent, type Ref } from 'react'
import type { ControlProps } from '../../../kit/field.tsx'
import { Textarea } from '../../../kit/textarea.tsx'
import { isLarge } from './key-text.ts'
import type { KeysHandle, Seed } from './keys-handle.ts'

interface Props {
  readonly ref: Ref<KeysHandle>
  readonly control: ControlProps
  readonly seed: Seed
  readonly onEdit: () => void
  /** A paste would make it too long for a textarea; it was not carried out here. */
  readonly onOutgrow: (next: Seed) => void
}

export function PlainKeys({ ref, control, seed, onEdit, onOutgrow }: Props) {
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

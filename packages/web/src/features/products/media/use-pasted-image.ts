import { useEffect, useEffectEvent } from 'react'

/** An image pasted anywhere on the page, unless somebody is writing or a dialog is open. */
export function usePastedImage(onImage: (file: File) => void): void {
  const take = useEffectEvent(onImage)
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const image = [...(event.clipboardData?.files ?? [])].find(({ type }) => type.startsWith('image/'))
      const target = event.target instanceof Element ? event.target : document.body
      if (image === undefined || target.closest('input, textarea, [contenteditable=true], [role=dialog], [role=alertdialog]') !== null)
        return
      event.preventDefault()
      take(image)
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])
}

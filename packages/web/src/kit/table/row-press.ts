import type { MouseEvent } from 'react'

/** The link of the row, if a text above it is pressed. Menus and dialogs of a row are not inside it. */
function linkBelow({ target, currentTarget }: MouseEvent<HTMLElement>): Element | null {
  const pressed = target as Element
  const isText = currentTarget.contains(pressed) && !pressed.closest('a, button, input')
  return isText ? currentTarget.querySelector('[data-row-link]') : null
}

/** A text with a tooltip is above the link of its row, and does what the link does: Ctrl, Cmd or the middle button open a new tab. */
export function openRow(press: MouseEvent<HTMLElement>): void {
  const { button, ctrlKey, metaKey, shiftKey, altKey } = press
  if (button > 1) return
  // Firefox ignores a middle click by a program.
  const isMiddle = button === 1
  const keys = { ctrlKey: ctrlKey || isMiddle, metaKey: metaKey || isMiddle, shiftKey, altKey }
  linkBelow(press)?.dispatchEvent(new window.MouseEvent('click', { bubbles: true, cancelable: true, ...keys }))
}

/** Some browsers start to scroll on a middle press that is not on a link. */
export function keepFromScrolling(press: MouseEvent<HTMLElement>): void {
  if (press.button === 1 && linkBelow(press) !== null) press.preventDefault()
}

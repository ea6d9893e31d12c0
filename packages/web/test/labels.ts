/** The labelable elements of HTML that the app uses. */
const labelable = 'button, input:not([type=hidden]), meter, output, progress, select, textarea'

/**
 * Speeds up the labels of a control. jsdom asks every label of the page for its control, and searches the whole page for each; a query by
 * role does that for every control.
 */
export function speedUpLabels({
  HTMLButtonElement,
  HTMLInputElement,
  HTMLSelectElement,
  HTMLTextAreaElement,
}: Window & typeof globalThis): void {
  for (const { prototype } of [HTMLButtonElement, HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement])
    Object.defineProperty(prototype, 'labels', { configurable: true, get: labelsOf })
}

function labelsOf(this: HTMLElement): HTMLLabelElement[] {
  const labels = [...this.ownerDocument.getElementsByTagName('label')]
  return labels.filter((label) =>
    label.hasAttribute('for')
      ? this.id !== '' && label.htmlFor === this.id
      : label.contains(this) && label.querySelector(labelable) === this,
  )
}

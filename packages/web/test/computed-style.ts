/** What browsers do not show, by name. */
const neverShown = new Set('area base basefont datalist head link meta noembed noframes param rp script style template title'.split(' '))

function isShown(element: Element): boolean {
  const hidden = element.getAttribute('hidden')
  if (neverShown.has(element.localName) || (hidden !== null && hidden !== 'until-found')) return false
  if (element.localName === 'dialog') return element.hasAttribute('open')
  return !element.hasAttribute('popover') && !(element instanceof HTMLInputElement && element.type === 'hidden')
}

/** What only an element's own style says. */
const asSet = ['animationName', 'paddingLeft', 'paddingTop', 'paddingRight', 'marginLeft', 'marginTop', 'marginRight'] as const

const styleOf = (element: Element): CSSStyleDeclaration | undefined => (element as Partial<HTMLElement>).style

/** A value that comes down from the element around it. */
function inherited(element: Element, property: 'visibility'): string {
  for (let each: Element | null = element; each !== null; each = each.parentElement) {
    const own = styleOf(each)?.[property] ?? ''
    if (own !== '') return own
  }
  return 'visible'
}

/**
 * Answers what every look by role and every press asks of each element: is it shown, and does it take the pointer. There are no style sheets
 * in the page, so an element's own style and what browsers hide is all of it; jsdom matches each element with each rule of its own style
 * sheet for it, which takes a quarter of the time of all tests. Anything else is jsdom's own answer.
 */
export function answerQuickly(window: Window & typeof globalThis): void {
  const slow = window.getComputedStyle.bind(window)
  const quick: Record<string, (element: Element) => string> = {
    display: (element) => {
      const own = styleOf(element)?.display ?? ''
      return own !== '' ? own : isShown(element) ? 'block' : 'none'
    },
    visibility: (element) => inherited(element, 'visibility'),
    pointerEvents: (element) => styleOf(element)?.pointerEvents ?? '',
    direction: (element) => element.closest<HTMLElement>('[dir]')?.dir ?? 'ltr',
    // Libraries ask for these of whatever opens and closes.
    ...Object.fromEntries(asSet.map((property) => [property, (element: Element) => styleOf(element)?.[property] ?? ''])),
  }
  window.getComputedStyle = (element, pseudo) => {
    if (pseudo) return slow(element, pseudo)
    const ask = (property: string) => quick[property]?.(element) ?? slow(element).getPropertyValue(property)
    return new Proxy({} as CSSStyleDeclaration, {
      get: (_, property) => {
        if (property === 'getPropertyValue') return ask
        if (typeof property === 'string' && property in quick) return ask(property)
        return Reflect.get(slow(element), property) as unknown
      },
    })
  }
}

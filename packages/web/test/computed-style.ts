/** Elements that browsers never show. */
const neverShown = new Set('area base basefont datalist head link meta noembed noframes param rp script style template title'.split(' '))

function isShown(element: Element): boolean {
  const hidden = element.getAttribute('hidden')
  if (neverShown.has(element.localName) || (hidden !== null && hidden !== 'until-found')) return false
  if (element.localName === 'dialog') return element.hasAttribute('open')
  return !element.hasAttribute('popover') && !(element instanceof HTMLInputElement && element.type === 'hidden')
}

/** Properties that come from the element's own style alone. */
const asSet = ['animationName', 'paddingLeft', 'paddingTop', 'paddingRight', 'marginLeft', 'marginTop', 'marginRight'] as const

const styleOf = (element: Element): CSSStyleDeclaration | undefined => (element as Partial<HTMLElement>).style

/** An inherited value. */
function inherited(element: Element, property: 'visibility'): string {
  for (let each: Element | null = element; each !== null; each = each.parentElement) {
    const own = styleOf(each)?.[property] ?? ''
    if (own !== '') return own
  }
  return 'visible'
}

/**
 * Speeds up getComputedStyle for queries by role and for clicks, which ask each element whether it is visible and takes the pointer. Without
 * style sheets in the page the element's own style and the browser's hidden elements decide; jsdom would match each element with each rule
 * of its own style sheet, which takes a quarter of the time of all tests. Other properties come from jsdom.
 */
export function speedUpComputedStyle(window: Window & typeof globalThis): void {
  const slow = window.getComputedStyle.bind(window)
  const quick: Record<string, (element: Element) => string> = {
    display: (element) => {
      const own = styleOf(element)?.display ?? ''
      return own !== '' ? own : isShown(element) ? 'block' : 'none'
    },
    visibility: (element) => inherited(element, 'visibility'),
    pointerEvents: (element) => styleOf(element)?.pointerEvents ?? '',
    direction: (element) => element.closest<HTMLElement>('[dir]')?.dir ?? 'ltr',
    // Libraries read these of elements that open and close.
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

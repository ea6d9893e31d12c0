import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')

/** The declarations of one rule, by name. */
function tokensOf(selector: string): Record<string, string> {
  const start = css.indexOf(`${selector} {`)
  const block = css.slice(start, css.indexOf('\n}', start))
  return Object.fromEntries([...block.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name!, value!]))
}

const themes = {
  dark: {
    ...{ bg: '#0b0d10', surface: '#12151a', raised: '#1a1e25', border: '#2a3039', edge: '#5b6572', text: '#e9ebee', muted: '#9ba4b0' },
    ...{ accent: '#8ba3ff', 'on-accent': '#0b0d10', green: '#4ade80', yellow: '#facc15', red: '#f87171', blue: '#60a5fa' },
    ...{ 'green-hue': '#4ade80', 'yellow-hue': '#facc15', 'red-hue': '#f87171', 'blue-hue': '#60a5fa' },
  },
  light: {
    ...{ bg: '#f6f7f9', surface: '#ffffff', raised: '#ffffff', border: '#e1e5ea', edge: '#828b98', text: '#15181d', muted: '#5a6370' },
    ...{ accent: '#3450c9', 'on-accent': '#ffffff', green: '#166534', yellow: '#854d0e', red: '#991b1b', blue: '#1e40af' },
    ...{ 'green-hue': '#16a34a', 'yellow-hue': '#eab308', 'red-hue': '#ef4444', 'blue-hue': '#3b82f6' },
  },
}

describe.each(['dark', 'light'] as const)('%s', (theme) => {
  const tokens = { ...tokensOf(':root'), ...tokensOf(`[data-theme='${theme}']`) }

  test('the tokens have the designed values', () => {
    expect(tokens).toMatchObject({ ...themes[theme], danger: '#dc2626', 'on-danger': '#ffffff' })
  })

  const grounds = ['bg', 'surface', 'raised']
  const readable = grounds.flatMap((ground) =>
    ['text', 'muted', 'accent', 'green', 'yellow', 'red', 'blue'].map((ink) => [ink, ground] as const),
  )
  const onButtons = [
    ['on-accent', 'accent'],
    ['on-accent', 'accent-hover'],
    ['on-danger', 'danger'],
    ['on-danger', 'danger-hover'],
  ] as const
  test.each([...readable, ...onButtons])('text %s on %s has 4.5', (ink, ground) =>
    expect(contrast(tokens[ink]!, tokens[ground]!)).toBeGreaterThanOrEqual(4.5),
  )

  test.each(['green', 'yellow', 'red', 'blue'])('a %s badge is readable on a card', (tone) => {
    expect(contrast(tokens[tone]!, mix(tokens[`${tone}-hue`]!, tokens['surface']!, 0.15))).toBeGreaterThanOrEqual(4.5)
  })

  test.each(['bg', 'surface'])('edges of controls and the focus ring have 3 on %s', (ground) => {
    expect(contrast(tokens['edge']!, tokens[ground]!)).toBeGreaterThanOrEqual(3)
    expect(contrast(tokens['accent']!, tokens[ground]!)).toBeGreaterThanOrEqual(3)
  })
})

test('the sidebar has its widths', () => {
  expect(css).toContain('--sidebar-width: 16rem;')
  expect(css).toContain('--sidebar-width-mobile: 18rem;')
  expect(css).toContain('--sidebar-width-icon: 3rem;')
})

type Rgb = readonly [number, number, number]

const rgbOf = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb

function mix(over: string, under: string, share: number): Rgb {
  const [a, b] = [rgbOf(over), rgbOf(under)]
  return a.map((value, channel) => value * share + b[channel]! * (1 - share)) as unknown as Rgb
}

/** WCAG 2.2, "contrast ratio". */
function contrast(a: string | Rgb, b: string | Rgb): number {
  const [light, dark] = [a, b].map((color) => luminance(typeof color === 'string' ? rgbOf(color) : color)).toSorted((x, y) => y - x) as [
    number,
    number,
  ]
  return (light + 0.05) / (dark + 0.05)
}

function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as unknown as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

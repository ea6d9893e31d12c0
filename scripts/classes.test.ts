import { expect, test } from 'vitest'
import { loadStyles, ownRadii, unknownClasses } from './classes.ts'

test('a class without a style is found wherever it is written', async () => {
  const isKnown = await loadStyles()
  const found = (text: string) => unknownClasses('example.tsx', text, isKnown)
  expect(found(`const a = <p className="rounded-control rounded-xl" />`)).toEqual(['rounded-xl'])
  expect(found(`const a = <p className={isOpen ? 'flex' : 'rounded-xl'} />`)).toEqual(['rounded-xl'])
  expect(found('const a = <p className={`flex bg-nothing ${wide}-4 p-2`} />')).toEqual(['bg-nothing'])
  expect(found(`const badge = cva('flex', { variants: { tone: { red: 'text-crimson' } }, defaultVariants: { tone: 'red' } })`)).toEqual([
    'text-crimson',
  ])
  expect(found(`const row = 'flex min-h-11 gap-x-tiny px-4'`)).toEqual(['gap-x-tiny'])
})

test('markers, our own CSS, values and sentences are no unknown classes', async () => {
  const isKnown = await loadStyles()
  const found = (text: string) => unknownClasses('example.tsx', text, isKnown)
  expect(found(`const a = <p className={clsx('group/row control', tone === 'danger' && 'text-red')} title="A hidden block" />`)).toEqual([])
  expect(found(`const a = <p className={badge({ tone: 'danger' })} />`)).toEqual([])
})

test('a corner has a radius of the tokens', () => {
  expect(ownRadii('.a { border-radius: 11px; }')).toEqual(['border-radius: 11px'])
  expect(ownRadii(`<p className="rounded-[6px] rounded-t-[0.5rem]" />`)).toEqual(['rounded-[6px]', 'rounded-t-[0.5rem]'])
  const fine = 'border-radius: 0 0 calc(var(--radius-card) - 1px) var(--radius-card); border-top-left-radius: 0; border-radius: inherit;'
  expect(ownRadii(`${fine} rounded-[inherit] rounded-control`)).toEqual([])
})

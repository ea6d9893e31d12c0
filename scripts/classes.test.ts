import { expect, test } from 'vitest'
import { loadStyles, unknownClasses } from './classes.ts'

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

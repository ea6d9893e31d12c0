import { useState } from 'react'
import { Modal } from '../../kit/overlay/dialog.tsx'
import { areSingleKeysOn, turnSingleKeys } from '../../kit/controls/keyboard.ts'
import { SwitchField } from '../../kit/controls/switch.tsx'
import { useMay } from '../../session/session-provider.tsx'
import { screens } from '../../routes/screens.ts'

type Line = readonly [keys: readonly string[], does: string]

const [mod, alt] = /mac/i.test(navigator.platform) ? ['⌘', '⌥'] : ['Ctrl', 'Alt']
const everywhere: readonly Line[] = [
  [[mod, 'K'], 'Search everything'],
  [[mod, 'S'], 'Save changes'],
  [[mod, 'B'], 'Toggle the sidebar'],
  [[alt, 'T'], 'Messages'],
  [['/'], 'Search on this screen'],
  [['?'], 'Show these shortcuts'],
]
const inTables: readonly Line[] = [
  [['j'], 'Next row'],
  [['k'], 'Row before'],
  [['Enter'], 'Open the row'],
]

const inOrders: readonly Line[] = [
  [['j'], 'Next order'],
  [['k'], 'Previous order'],
]

export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const may = useMay()
  const [isOn, setOn] = useState(areSingleKeysOn)
  const go = screens.flatMap(({ letter, title, permission }): Line[] =>
    letter !== null && may(permission) ? [[['g', letter], title]] : [],
  )
  const turn = (next: boolean) => {
    turnSingleKeys(next)
    setOn(next)
  }
  return (
    <Modal title="Keyboard shortcuts" description="Single keys do not work while you type or a dialog is open." onClose={onClose}>
      <div className="grid gap-x-8 gap-y-5 pt-2 sm:grid-cols-2">
        <Group title="Everywhere" lines={everywhere} />
        <Group title="Go to" lines={go} />
        <Group title="In tables" lines={inTables} />
        {may('orders:read') && <Group title="In an order" lines={inOrders} />}
        <SwitchField label={`Keys without ${mod}`} helper="Turn them off if they get in your way." checked={isOn} onChange={turn} />
      </div>
    </Modal>
  )
}

function Group({ title, lines }: { readonly title: string; readonly lines: readonly Line[] }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-1 text-table font-semibold text-muted">{title}</h3>
      <dl>
        {lines.map(([keys, does]) => (
          <div key={does} className="flex min-h-8 items-center justify-between gap-4">
            <dt>{does}</dt>
            <dd className="flex gap-1">
              {keys.map((key) => (
                <kbd key={key} className="min-w-6 rounded-sm border border-edge px-1.5 text-center font-mono text-caption leading-5">
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

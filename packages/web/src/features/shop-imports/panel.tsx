import {
  type ShopImportFormat,
  type ShopImportKind,
  byteOrderMark,
  limits,
  shopFileRefusals,
  shopImportFormatNames,
  shopImportFormats,
  shopImportKinds,
  shopTemplates,
  toCsvLine,
} from '@keydesk/contract'
import { useQuery } from '@tanstack/react-query'
import { Download, FileDown } from 'lucide-react'
import { useRef, useState } from 'react'
import { useApi, useUpload } from '../../api/context.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { FileDrop } from '../../kit/controls/file-drop.tsx'
import { Segmented } from '../../kit/controls/segmented.tsx'
import { useUnsaved } from '../../kit/form/use-unsaved.ts'
import { useConfirm } from '../../kit/overlay/confirm.tsx'
import { PanelSection } from '../../kit/overlay/drawer.tsx'
import { plural, viewerZone } from '../../kit/text/format.ts'
import { saveFile } from '../../kit/text/save-file.ts'
import { type Source, isOpen, shopImportsQuery, shopPreviewQuery, useExportShop, useStartImport } from './data.ts'
import { ImportsList } from './list.tsx'
import { ImportPreview, Refused } from './preview.tsx'

const kindLabels: Readonly<Record<ShopImportKind, string>> = { products: 'Products', keys: 'Keys', orders: 'Past orders' }

/** Moves a shop in and out. For owners. */
export function ShopImportsPanel() {
  return (
    <div className="flex flex-col gap-8">
      <NewImport />
      <ImportsList />
      <EverythingOut />
    </div>
  )
}

type Chosen = { readonly is: 'file'; readonly file: File; readonly round: number } | { readonly is: 'refused'; readonly reason: string }

function NewImport() {
  const [kind, setKind] = useState<ShopImportKind>('products')
  const [shop, setShop] = useState<ShopImportFormat>('woocommerce')
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [sent, setSent] = useState(0)
  const round = useRef(0)
  const upload = useUpload()
  const { data: imports = [] } = useQuery(shopImportsQuery(useApi()))
  // Other shops do not export keys.
  const format = kind === 'keys' ? 'keydesk' : shop
  const source: Source | null =
    chosen?.is === 'file' ? { kind, format, time_zone: viewerZone(), file: chosen.file, round: chosen.round } : null
  const preview = useQuery(shopPreviewQuery(upload, source, setSent))
  const start = useStartImport(() => setChosen(null))
  useUnsaved(start.stop !== undefined, {
    text: 'The file is still being sent. If you leave, nothing of it is imported.',
    isInPanel: true,
    onLeave: start.stop,
  })
  const count = source === null ? 0 : (preview.data?.counts.new ?? 0)
  const isBusy = imports.some(isOpen)

  const choose = (file: File) => {
    round.current += 1
    const reason = file.size === 0 ? shopFileRefusals.empty : file.size > limits.shopImportBytes ? shopFileRefusals.tooLarge : null
    setChosen(reason === null ? { is: 'file', file, round: round.current } : { is: 'refused', reason: `${file.name}: ${reason}` })
  }

  return (
    <PanelSection
      title="Import"
      description="Products first, then keys and past orders. A preview shows what becomes of each row; nothing is stored before you import it, and every import can be undone."
    >
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap gap-x-8 gap-y-3">
          <Choice
            label="What"
            value={kind}
            options={shopImportKinds.map((value) => ({ value, label: kindLabels[value] }))}
            onChange={setKind}
          />
          {kind !== 'keys' && (
            <Choice
              label="From"
              value={shop}
              options={shopImportFormats.map((value) => ({ value, label: shopImportFormatNames[value] }))}
              onChange={setShop}
            />
          )}
        </div>
        {format === 'keydesk' && <Template kind={kind} />}
        <FileDrop label="File of the shop" accept=".csv,.tsv,.txt,text/csv" isChosen={source !== null} onFile={choose}>
          {source?.file.name ?? 'CSV, up to 64 MB. You can also drop it here.'}
        </FileDrop>
        {chosen?.is === 'refused' && <Refused reason={chosen.reason} />}
        {source !== null && <ImportPreview query={preview} sent={sent} source={source} />}
        {source !== null && preview.data !== undefined && (
          <div className="flex flex-wrap items-center gap-3">
            <Button
              variant="primary"
              disabled={count === 0 || isBusy}
              busy={start.isPending && (start.sent < 100 ? `Sending ${start.sent}%` : 'Importing...')}
              onClick={() => start.mutate(source)}
            >
              {count === 0 ? 'Nothing to import' : `Import ${plural(count, 'row')}`}
            </Button>
            {isBusy && <span className="text-table text-muted">Another import is running.</span>}
          </div>
        )}
      </div>
    </PanelSection>
  )
}

interface ChoiceProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly onChange: (value: Value) => void
}

const Choice = <Value extends string>(props: ChoiceProps<Value>) => (
  <div className="flex flex-wrap items-center gap-2">
    <span aria-hidden className="text-table text-muted">
      {props.label}
    </span>
    <Segmented {...props} />
  </div>
)

/** Our own layout, with one row as an example. */
function Template({ kind }: { readonly kind: ShopImportKind }) {
  const save = () => {
    const text = byteOrderMark + shopTemplates[kind].map(toCsvLine).join('')
    saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), `keydesk-${kind}.csv`)
  }
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p className="text-table text-muted">
        {kind === 'keys' ? 'Other shops do not export keys, so a file of keys has our own layout.' : 'A file with our own columns.'}
        {kind === 'orders' && ` Dates are in the time zone ${viewerZone()}, unless they end with an offset such as +01:00.`}
      </p>
      <Button size="sm" icon={<FileDown aria-hidden />} onClick={save}>
        Download the template
      </Button>
    </div>
  )
}

function EverythingOut() {
  const confirm = useConfirm()
  const archive = useExportShop()
  const ask = async () => {
    const text =
      'The archive has the values of all keys, sold and unsold, and the emails of all customers. Keep it where nobody else can read it. The activity shows who downloaded it.'
    if (await confirm({ title: 'Download everything?', text, yes: 'Download' })) archive.mutate()
  }
  return (
    <PanelSection
      title="Everything out"
      description="One zip archive with CSV files of all products, keys, orders, coupons, referrals, payouts, announcements and notes, and the pictures. Import takes back its products, keys and orders."
      action={
        <Button icon={<Download aria-hidden />} busy={archive.isPending && 'Downloading...'} onClick={() => void ask()}>
          Download everything
        </Button>
      }
    >
      {null}
    </PanelSection>
  )
}

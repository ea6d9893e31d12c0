import type { PayoutFilter } from '@keydesk/contract'
import { Download } from 'lucide-react'
import { Button } from '../../../kit/button.tsx'
import { saveFile } from '../../../kit/save-file.ts'
import { useAction } from '../../../kit/use-action.ts'
import { useAllPayouts } from './export-data.ts'
import { historyToCsv } from './payouts-csv.ts'

/** All payouts in a state as a file, and not only those that are shown. */
export function ExportButton({ status }: { readonly status: PayoutFilter }) {
  const fetchAll = useAllPayouts()
  const save = useAction({
    run: async () =>
      saveFile(new Blob([historyToCsv(await fetchAll(status, { isFile: true }))], { type: 'text/csv' }), `payouts-${status}.csv`),
    success: null,
    failure: 'Failed to export the payouts',
    refresh: null,
  })
  return (
    <Button icon={<Download aria-hidden />} busy={save.isPending && 'Exporting...'} onClick={() => save.mutate(undefined)}>
      Export CSV
    </Button>
  )
}

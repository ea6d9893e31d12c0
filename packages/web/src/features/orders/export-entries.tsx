import { MenuItem } from '../../kit/overlay/menu-entries.tsx'

/** The second choice beside Export CSV. */
export const ExportEntries = ({ onLines }: { readonly onLines: () => void }) => (
  <MenuItem onSelect={onLines}>One row per line, with discount, refund and cost</MenuItem>
)

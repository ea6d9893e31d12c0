import type { ShopDisposition, ShopImportCounts, ShopFileRow } from '@keydesk/contract'

/** The disposition of each row, in the order in which they are decided. */
export class Dispositions {
  readonly rows: ShopFileRow[] = []
  readonly counts: ShopImportCounts = { new: 0, exists: 0, invalid: 0 }

  add(row: number, disposition: ShopDisposition, reason: string): void {
    this.counts[disposition] += 1
    this.rows.push({ row, disposition, reason })
  }

  sorted(): ShopFileRow[] {
    return this.rows.toSorted((one, other) => one.row - other.row)
  }
}

export const alreadyThere = 'Already in the shop. It is not changed'
export const alreadyDeleted = 'Deleted from the shop. It is not made again'

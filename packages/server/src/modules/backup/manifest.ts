import * as z from 'zod/mini'

/** Version of the file layout. A program reads versions up to its own. */
export const backupFormat = 1

/** The first entry of a backup. */
export const manifest = z.object({
  format: z.int(),
  /** Version of the program that wrote the file. */
  keydesk: z.string(),
  /** ISO 8601 in UTC. */
  created_at: z.string(),
  migrations: z.array(z.string()).check(z.minLength(1)),
  /** In file order. */
  tables: z.array(z.object({ name: z.string(), rows: z.int() })),
  last_ids: z.record(z.string(), z.int()),
  /** The most files that can follow the rows; missing ones are left out. */
  media: z.int(),
})
export type Manifest = z.infer<typeof manifest>

export const manifestName = 'manifest.json'
/** `tables/product/000001.jsonl`: rows as JSON, one per line. */
export const pageName = (table: string, page: number): string => `tables/${table}/${String(page).padStart(6, '0')}.jsonl`
export const mediaName = (name: string): string => `media/${name}`

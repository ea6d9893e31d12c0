import * as z from 'zod/mini'

/** Version of the file's layout: a program reads versions up to its own. */
export const backupFormat = 1

/** The first entry of a backup. */
export const manifest = z.object({
  format: z.int(),
  /** Version of the program that wrote it. */
  keydesk: z.string(),
  /** ISO 8601 in UTC. */
  created_at: z.string(),
  migrations: z.array(z.string()).check(z.minLength(1)),
  /** In the order of their rows in the file. */
  tables: z.array(z.object({ name: z.string(), rows: z.int() })),
  last_ids: z.record(z.string(), z.int()),
  /** How many files follow the rows at most. */
  media: z.int(),
})
export type Manifest = z.infer<typeof manifest>

export const manifestName = 'manifest.json'
/** `tables/product/000001.jsonl`: rows as JSON, one per line. */
export const pageName = (table: string, page: number): string => `tables/${table}/${String(page).padStart(6, '0')}.jsonl`
export const mediaName = (name: string): string => `media/${name}`

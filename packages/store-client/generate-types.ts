import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generateStoreTypes } from '@keydesk/server/store-types'

/** Writes src/api-types.ts anew, after the store API has changed: `npm run generate -w packages/store-client`. */
await writeFile(join(import.meta.dirname, 'src/api-types.ts'), await generateStoreTypes())

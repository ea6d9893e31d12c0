import { configureGlobal } from 'fast-check'

/** Property tests make the same choices in each run, so that a red one is a change's fault; KEYDESK_SEED brings others. */
configureGlobal({ seed: Number(process.env['KEYDESK_SEED'] ?? 1) })

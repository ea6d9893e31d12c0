import { config } from 'zod'

// The page's policy forbids code made of text. The library would only try whether it may, and each try is a report of the policy.
config({ jitless: true })

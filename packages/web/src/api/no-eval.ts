// The page's policy forbids `eval`. zod would try whether it may use it, and each try is reported as a violation.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

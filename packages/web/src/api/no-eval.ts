// The page's policy forbids code made of text. The schemas' library would only try whether it may, and each try is a report of the policy.
// It shares its settings by this name, which spares the login page the library: whatever screen comes first, this is there before it.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

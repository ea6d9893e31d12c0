/** The fixed lists of values of a product, in the order of the screens. */
export const categories = ['cheats', 'spoofers', 'firmware', 'hardware'] as const
export const cheatTypes = ['dma', 'internal', 'external'] as const
export const spooferTypes = ['permanent', 'temporary'] as const
export const firmwareTypes = ['basic', 'emulated'] as const
export const firmwareAntiCheats = ['eac', 'be', 'ace', 'faceit', 'ricochet', 'vac', 'vgk', 'any'] as const
export const hardwareTypes = ['fuser', 'dma', 'aim_device', 'accessory', 'mini_pc'] as const
export const spooferAntiCheats = ['Easy Anti-Cheat', 'Battle Eye', 'Vanguard'] as const
export const updateStatuses = ['Updated', 'Updating'] as const
export const detectionStatuses = ['Undetected', 'Detected', 'Unknown'] as const

export type Category = (typeof categories)[number]

/** The game picker's value for "none chosen"; it never reaches the database. */
export const noGame = 'select_game'

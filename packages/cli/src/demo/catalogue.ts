import type { Category, ProductInput } from '@keydesk/contract'

export interface DemoProduct {
  readonly name: string
  readonly description: string
  readonly category: Category
  readonly details: ProductInput
  /** Name and dollars. */
  readonly variants: readonly (readonly [string, number])[]
}

const terms = [
  ['1 Day', 4.99],
  ['7 Days', 19.99],
  ['30 Days', 49.99],
] as const
const longTerms = [
  ['30 Days', 29.99],
  ['90 Days', 69.99],
  ['Lifetime', 149],
] as const

const cheat = (name: string, game: string, cheatType: 'dma' | 'internal' | 'external', more: ProductInput = {}): DemoProduct => ({
  name,
  description: `A quiet companion for ${game}, kept up to date with every patch.`,
  category: 'cheats',
  details: {
    game_name: game,
    cheat_type: cheatType,
    has_day_keys: true,
    supported_on: 'Windows 10 22H2, Windows 11 23H2 and 24H2',
    ...more,
  },
  variants: terms,
})

const spoofer = (
  name: string,
  spooferType: 'permanent' | 'temporary',
  antiCheats: ProductInput['anti_cheats_supported'],
  more: ProductInput = {},
): DemoProduct => ({
  name,
  description: `A ${spooferType} identity for your machine, undone with one click.`,
  category: 'spoofers',
  details: {
    spoofer_type: spooferType,
    anti_cheats_supported: antiCheats,
    has_day_keys: spooferType === 'temporary',
    supported_on: 'Intel and AMD boards from 2018 on',
    ...more,
  },
  variants: spooferType === 'temporary' ? terms : longTerms,
})

const firmware = (
  name: string,
  firmwareType: 'basic' | 'emulated',
  antiCheat: NonNullable<ProductInput['anti_cheat']>,
  more: ProductInput = {},
): DemoProduct => ({
  name,
  description: `${firmwareType === 'basic' ? 'A dependable first' : 'A fully emulated'} firmware for 35T and 75T cards.`,
  category: 'firmware',
  details: { firmware_type: firmwareType, anti_cheat: antiCheat, supported_on: '35T, 75T and 100T cards', ...more },
  variants: [
    ['Single Device', 89],
    ['With Updates', 139.5],
  ],
})

const hardware = (
  name: string,
  hardwareType: NonNullable<ProductInput['hardware_type']>,
  price: number,
  more: ProductInput = {},
): DemoProduct => ({
  name,
  description: 'Tested before it is sent, with a code for its software.',
  category: 'hardware',
  details: { hardware_type: hardwareType, supported_on: 'Any PC with a free slot', ...more },
  variants: [
    ['Standard', price],
    ['With Setup Session', price + 40],
  ],
})

/** Invented products in every category, some with problems, as in a real shop. */
export const catalogue: readonly DemoProduct[] = [
  cheat('Northlight', 'Counter-Strike 2', 'external', { featured: true }),
  cheat('Halcyon DMA', 'Escape from Tarkov', 'dma', { featured: true }),
  cheat('Kestrel', 'Apex Legends', 'internal', { update_status: 'Updating' }),
  cheat('Meridian', 'Valorant', 'dma', { detection_status: 'Unknown' }),
  cheat('Ironwood', 'Rust', 'external'),
  cheat('Saffron', 'Fortnite', 'internal', { detection_status: 'Detected', update_status: 'Updating', sales_paused: true }),
  cheat('Tidewater', 'PUBG: Battlegrounds', 'external'),
  cheat('Lodestar DMA', 'DayZ', 'dma'),
  cheat('Foxglove', 'Rainbow Six Siege X', 'internal'),
  cheat('Quarry', 'Dead by Daylight', 'external', { unlisted: true }),
  spoofer('Mirage', 'temporary', ['Easy Anti-Cheat', 'Battle Eye'], { featured: true }),
  spoofer('Passport', 'permanent', ['Easy Anti-Cheat', 'Battle Eye', 'Vanguard']),
  spoofer('Chameleon', 'temporary', ['Vanguard'], { update_status: 'Updating' }),
  firmware('Bedrock', 'basic', 'eac'),
  firmware('Bedrock Pro', 'emulated', 'any', { featured: true }),
  firmware('Basalt', 'emulated', 'vgk', { detection_status: 'Unknown' }),
  firmware('Slate', 'basic', 'faceit'),
  hardware('Captain 75T', 'dma', 189),
  hardware('Prism Fuser', 'fuser', 129, { featured: true }),
  hardware('Steady Hand', 'aim_device', 64.9),
  hardware('Shoebox', 'mini_pc', 249),
  hardware('Riser Cable', 'accessory', 14.5),
]

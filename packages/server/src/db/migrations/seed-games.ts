import type { Kysely } from 'kysely'

/** Well-known competitive titles, so that the game picker is useful from the start. */
const titles = [
  'Apex Legends',
  'ARC Raiders',
  'Arena Breakout: Infinite',
  'ARK: Survival Ascended',
  'Battlefield 2042',
  'Battlefield 6',
  'Black Ops 6',
  'Call of Duty: Warzone',
  'Counter-Strike 2',
  'Dark and Darker',
  'DayZ',
  'Dead by Daylight',
  'Deadlock',
  'Delta Force',
  'Destiny 2',
  'Dota 2',
  'EA Sports FC 26',
  'Escape from Tarkov',
  'Fortnite',
  'Halo Infinite',
  'Hell Let Loose',
  'Hunt: Showdown 1896',
  'League of Legends',
  'Marvel Rivals',
  'Modern Warfare III',
  'Off The Grid',
  'Overwatch 2',
  'PUBG: Battlegrounds',
  'Rainbow Six Siege X',
  'Rocket League',
  'Roblox',
  'Rust',
  'SCUM',
  'Splitgate 2',
  'Squad',
  'Team Fortress 2',
  'The Finals',
  'Valorant',
  'War Thunder',
  'XDefiant',
]

export async function seedGames(db: Kysely<unknown>): Promise<void> {
  const games = db as Kysely<{ game: { name: string; name_key: string } }>
  await games
    .insertInto('game')
    .values(titles.map((name) => ({ name, name_key: name.toLowerCase() })))
    .execute()
}

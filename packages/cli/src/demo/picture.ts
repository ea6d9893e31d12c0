import sharp from 'sharp'
import type { Random } from './random.ts'

const width = 640
const height = 360

/** A PNG for an invented product: bands, rings or a grid in one hue, with its initials. */
export function drawPicture(name: string, random: Random): Promise<Buffer> {
  const hue = random.between(0, 359)
  const far = (hue + random.between(30, 70)) % 360
  const initials = name
    .split(/\s+/)
    .map((word) => word[0])
    .join('')
    .slice(0, 2)
    .toUpperCase()
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1280 720" width="${width}" height="${height}">
    <defs>
      <linearGradient id="sky" x1="0" y1="0" x2="1" y2="1">
        <stop offset="0" stop-color="hsl(${hue} 60% 16%)"/><stop offset="1" stop-color="hsl(${far} 70% 34%)"/>
      </linearGradient>
      <radialGradient id="glow"><stop offset="0" stop-color="hsl(${far} 90% 65%)" stop-opacity="0.7"/><stop offset="1" stop-color="hsl(${far} 90% 65%)" stop-opacity="0"/></radialGradient>
    </defs>
    <rect width="100%" height="100%" fill="url(#sky)"/>
    <circle cx="${random.between(700, 1150)}" cy="${random.between(80, 420)}" r="460" fill="url(#glow)"/>
    ${shapes(random, hue)}
    <text x="72" y="640" font-family="sans-serif" font-size="230" font-weight="700" fill="#fff" fill-opacity="0.92">${initials}</text>
  </svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

function shapes(random: Random, hue: number): string {
  switch (random.between(0, 2)) {
    case 0:
      return Array.from({ length: 9 }, (_, i) => {
        const y = 60 + i * 70
        return `<path d="M0 ${y} C 400 ${y + random.between(-90, 90)}, 880 ${y + random.between(-90, 90)}, 1280 ${y}" fill="none" stroke="hsl(${hue} 80% 80%)" stroke-opacity="${0.08 + i * 0.03}" stroke-width="${random.between(2, 14)}"/>`
      }).join('')
    case 1:
      return Array.from(
        { length: 8 },
        (_, i) =>
          `<circle cx="980" cy="300" r="${40 + i * 52}" fill="none" stroke="#fff" stroke-opacity="${0.3 - i * 0.03}" stroke-width="${random.between(2, 10)}"/>`,
      ).join('')
    default:
      return Array.from({ length: 60 }, () => {
        const size = random.pick([40, 60, 80])
        return `<rect x="${random.between(12, 30) * 40}" y="${random.between(0, 17) * 40}" width="${size}" height="${size}" rx="6" fill="#fff" fill-opacity="${random.between(2, 14) / 100}"/>`
      }).join('')
  }
}

import type { Plugin } from 'vite'

const library = /node_modules\/uplot\/dist\/uPlot\.esm\.js$/
const formats = [
  { known: "new Intl.NumberFormat(domEnv ? nav.language : 'en-US')", lean: '{ format: String }' },
  { known: 'new Intl.DateTimeFormat().resolvedOptions().timeZone', lean: 'undefined' },
]

/**
 * uPlot makes formats of numbers and of moments as soon as it is loaded, which takes a browser 20 to 50 ms the first time. The charts here
 * give it their marks as texts (features/dashboard/plot-sales.ts): neither format is ever used.
 */
export function leanUplot(): Plugin {
  return {
    name: 'keydesk:lean-uplot',
    apply: 'build',
    transform: {
      filter: { id: library },
      handler(code) {
        // Another version may be written otherwise: better no build than one that has quietly become slow.
        if (!formats.every(({ known }) => code.includes(known)))
          this.error('uPlot makes its formats in a way that lean-uplot does not know')
        return { code: formats.reduce((lean, { known, lean: less }) => lean.replace(known, less), code), map: null }
      },
    },
  }
}

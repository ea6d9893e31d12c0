import type { HtmlTagDescriptor, Plugin } from 'vite'

/** The foreign host that the app calls, if any. */
const host = process.env.VITE_API_HOST ?? ''

/** The face of nearly every text. */
const font = /inter-latin-wght-normal-[\w-]+\.woff2$/

/**
 * What the built page needs for an early first paint: the font is fetched from the start, and the app's script is named rather than run, so
 * that `public/boot.js` can run it once what the page holds has been painted.
 */
export function firstPaint(): Plugin {
  return {
    name: 'keydesk:first-paint',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const app = /<script type="module" crossorigin src="([^"]+)"><\/script>/
        const boot = /<script src="\/boot\.js"/
        const end = /<\/div>\s*<noscript id="whole">/
        const [file] = Object.keys(bundle).filter((name) => font.test(name))
        if (!app.test(html) || !boot.test(html) || !end.test(html) || file === undefined)
          throw new Error('The built page is not as build/first-paint.ts knows it')
        const preload: HtmlTagDescriptor = {
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${file}` },
          injectTo: 'head',
        }
        // The first picture is the whole one, up to what follows it, not what of it the parser has got to: parts would move when the next come.
        const whole: HtmlTagDescriptor = { tag: 'link', attrs: { rel: 'expect', href: '#whole', blocking: 'render' }, injectTo: 'head' }
        return {
          html: html.replace(app, '<meta name="app" content="$1">').replace(boot, `$& data-host="${host}"`),
          tags: [preload, whole],
        }
      },
    },
  }
}

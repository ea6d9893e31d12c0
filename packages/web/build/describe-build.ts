import type { Plugin } from 'vite'

/** Writes `build.json` with the foreign host that this build calls, so that the server can allow it in its content security policy. */
export function describeBuild(): Plugin {
  return {
    name: 'keydesk:describe-build',
    generateBundle() {
      const source = JSON.stringify({ api_host: process.env.VITE_API_HOST || null })
      this.emitFile({ type: 'asset', fileName: 'build.json', source })
    },
  }
}

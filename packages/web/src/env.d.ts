/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** A foreign API host, named at build time. If it is left out, the page's own origin answers. */
  readonly VITE_API_HOST?: string
}

import { useState } from 'react'
import { useSearch } from '@tanstack/react-router'
import { KitProvider } from '../src/kit/kit-provider.tsx'
import { Controls } from './controls.tsx'
import { Overlays } from './overlays.tsx'
import { Showing } from './showing.tsx'
import { States } from './states.tsx'

/** The parts of the kit that need no server, in every state, both themes side by side in iframes. For development only: no build contains it. */
export function KitPage() {
  const { theme }: { theme?: string } = useSearch({ strict: false })
  return theme === 'dark' || theme === 'light' ? <Parts theme={theme} /> : <Themes />
}

const Themes = () => (
  <main className="flex h-dvh">
    <h1 className="sr-only">Every part of the kit</h1>
    {['dark', 'light'].map((theme) => (
      // This is our own page; it needs scripts and the storage of its origin.
      // oxlint-disable-next-line react/iframe-missing-sandbox
      <iframe key={theme} title={`The kit, ${theme}`} src={`/kit?theme=${theme}`} className="min-w-0 flex-1 border-0" />
    ))}
  </main>
)

function Parts({ theme }: { readonly theme: 'dark' | 'light' }) {
  // Sets the theme of this iframe before the parts read it, and leaves the stored choice unchanged.
  useState(() => {
    document.documentElement.dataset.theme = theme
    document.documentElement.style.colorScheme = theme
  })
  return (
    <KitProvider owner="kit">
      <main id="content" tabIndex={-1} className="mx-auto max-w-300 space-y-8 p-6 outline-none">
        <h1 className="text-title font-semibold">{`The kit, ${theme}`}</h1>
        <Controls />
        <Showing />
        <States />
        <Overlays />
      </main>
    </KitProvider>
  )
}

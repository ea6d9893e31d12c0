import { useState } from 'react'
import { useSearch } from '@tanstack/react-router'
import { KitProvider } from '../../kit/kit-provider.tsx'
import { Controls } from './controls.tsx'
import { Overlays } from './overlays.tsx'
import { Showing } from './showing.tsx'
import { States } from './states.tsx'

/** Every part of the kit in every state, for development alone: the router leaves it out of a build. Both themes side by side, each in a window of its own. */
export function KitPage() {
  const { theme }: { theme?: string } = useSearch({ strict: false })
  return theme === 'dark' || theme === 'light' ? <Parts theme={theme} /> : <Themes />
}

const Themes = () => (
  <main className="flex h-dvh">
    <h1 className="sr-only">Every part of the kit</h1>
    {['dark', 'light'].map((theme) => (
      // Our own page, which needs scripts and the storage of its origin.
      // oxlint-disable-next-line react/iframe-missing-sandbox
      <iframe key={theme} title={`The kit, ${theme}`} src={`/kit?theme=${theme}`} className="min-w-0 flex-1 border-0" />
    ))}
  </main>
)

function Parts({ theme }: { readonly theme: 'dark' | 'light' }) {
  // Of this window alone, and before the parts read it: the choice that is stored stays.
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

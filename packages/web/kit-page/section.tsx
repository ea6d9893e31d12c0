import type { ReactNode } from 'react'
import { Panel } from '../src/kit/layout/card.tsx'

/** The states of one part, under its name. */
export const Section = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <Panel title={name}>
    <div className="flex flex-wrap items-center gap-4">{children}</div>
  </Panel>
)

/** A container for a part that fills its container. */
export const Room = ({ children }: { readonly children: ReactNode }) => <div className="w-72 max-w-full">{children}</div>

export const nothing = () => undefined

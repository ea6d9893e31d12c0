import { Link } from '@tanstack/react-router'
import { useLayoutEffect, useRef } from 'react'
import { Drawer } from '../kit/overlay/drawer.tsx'
import { Loading, Skeleton, SkeletonTable } from '../kit/feedback/loading.tsx'
import { useFadedEdges } from '../kit/layout/use-faded-edges.ts'
import type { Panel } from './panels.tsx'

interface Props {
  readonly panel: Panel
  /** The sections of the settings, if the panel is one of them. */
  readonly sections: readonly Panel[]
  readonly onClose: () => void
}

export function PanelDrawer({ panel: { name, title, Content }, sections, onClose }: Props) {
  if (sections.length === 0)
    return (
      <Drawer title={title} size="wide" onClose={onClose}>
        <Content placeholder={<PanelSkeleton />} />
      </Drawer>
    )
  return (
    <Drawer title="Settings" size="widest" onClose={onClose}>
      <div className="gap-8 min-[800px]:grid min-[800px]:grid-cols-[9rem_minmax(0,1fr)]">
        <Sections sections={sections} current={name} />
        <div className="@container/page min-w-0">
          <Content key={name} placeholder={<PanelSkeleton />} />
        </div>
      </div>
    </Drawer>
  )
}

/** While the code of a panel loads: most begin with a heading above a table. */
const PanelSkeleton = () => (
  <Loading>
    <div className="mb-3 space-y-2 py-0.5">
      <Skeleton className="h-4 w-32" />
      <Skeleton className="h-4 w-80 max-w-full" />
    </div>
    <SkeletonTable rows={4} columns={4} />
  </Loading>
)

/** Beside the content, or a strip above it. Each section has its own address. */
function Sections({ sections, current }: { readonly sections: readonly Panel[]; readonly current: string }) {
  const list = useRef<HTMLUListElement>(null)
  useFadedEdges(list)
  // Before it is painted: the content of another section begins at its top.
  useLayoutEffect(() => {
    const content = list.current?.closest('[data-drawer-content]')
    if (content) content.scrollTop = 0
    list.current?.querySelector(`[data-section="${current}"]`)?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [current])
  return (
    <nav aria-label="Settings" className="max-[800px]:mb-4">
      <ul
        ref={list}
        className="faded-edges flex [scrollbar-width:none] gap-1 overflow-x-auto min-[800px]:sticky min-[800px]:top-0 min-[800px]:flex-col"
      >
        {sections.map(({ name, title }) => (
          <li key={name} data-section={name} className="shrink-0">
            <Link
              to="."
              search={(before) => ({ ...before, panel: name })}
              replace
              resetScroll={false}
              preload={false}
              aria-current={name === current ? 'page' : undefined}
              // The route is the same for all sections, so the link would be marked in each.
              activeProps={{}}
              className="control flex items-center rounded-control px-3 font-medium text-muted -outline-offset-2 hover:bg-hover hover:text-text aria-[current=page]:bg-pressed aria-[current=page]:text-text"
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

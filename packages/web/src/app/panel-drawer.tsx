import { useMemo } from 'react'
import { Drawer } from '../kit/drawer.tsx'
import { lazyPart } from '../kit/lazy-part.tsx'
import { Loading } from '../kit/loading.tsx'
import type { Panel } from './panels.tsx'

interface Props {
  readonly panel: Panel
  readonly onClose: () => void
}

export function PanelDrawer({ panel: { title, load }, onClose }: Props) {
  const Content = useMemo(() => lazyPart(load, <Loading />), [load])
  return (
    <Drawer title={title} size="wide" onClose={onClose}>
      <Content />
    </Drawer>
  )
}

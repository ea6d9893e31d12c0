import { Drawer } from '../kit/overlay/drawer.tsx'
import { Loading } from '../kit/feedback/loading.tsx'
import type { Panel } from './panels.tsx'

interface Props {
  readonly panel: Panel
  readonly onClose: () => void
}

export const PanelDrawer = ({ panel: { title, Content }, onClose }: Props) => (
  <Drawer title={title} size="wide" onClose={onClose}>
    <Content placeholder={<Loading />} />
  </Drawer>
)

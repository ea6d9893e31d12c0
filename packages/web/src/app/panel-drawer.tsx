import { Drawer } from '../kit/drawer.tsx'
import type { Panel } from './panels.tsx'

interface Props {
  readonly panel: Panel
  readonly onClose: () => void
}

export const PanelDrawer = ({ panel: { title, description, Content }, onClose }: Props) => (
  <Drawer title={title} description={description} size="wide" onClose={onClose}>
    <Content />
  </Drawer>
)

import { Loading } from '../../kit/loading.tsx'

export const SessionsPanel = () => <Loading />

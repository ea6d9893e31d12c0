import { Loading } from '../../kit/loading.tsx'

export const TeamPanel = () => <Loading />

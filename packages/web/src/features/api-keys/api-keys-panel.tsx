import { Loading } from '../../kit/loading.tsx'

export const ApiKeysPanel = () => <Loading />

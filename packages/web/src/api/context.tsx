import { createContext, use } from 'react'
import { absolute } from './address.ts'
import type { Api, ListApi } from './call.ts'
import type { Download } from './download.ts'
import type { Upload } from './upload.ts'

export interface Client {
  readonly host: string
  readonly api: Api
  /** Reads lists page by page. */
  readonly list: ListApi
  /** Calls the store API with the API key of a storefront. */
  readonly store: (apiKey: string) => Api
  readonly upload: Upload
  readonly download: Download
}

const ClientContext = createContext<Client | null>(null)
export const ApiProvider = ClientContext

export const useApi = (): Api => useClient().api

/** Reads lists page by page. */
export const useListApi = (): ListApi => useClient().list

/** For calls of the store API, with the API key of a storefront. */
export const useStoreApi = (): Client['store'] => useClient().store

/** For calls that send a file. */
export const useUpload = (): Upload => useClient().upload

/** For answers that are files. */
export const useDownload = (): Download => useClient().download

/** Makes a media path of the API absolute, for `src` and `href`. */
export function useAbsolute(): (path: string) => string {
  const { host } = useClient()
  return (path) => absolute(host, path)
}

function useClient(): Client {
  const client = use(ClientContext)
  if (client === null) throw new Error('useApi must be used within an ApiProvider')
  return client
}

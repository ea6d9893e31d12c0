import { shop, type ShopInput } from '@keydesk/contract'
import { queryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import type { Api } from '../../api/call.ts'
import { useApi, useUpload } from '../../api/context.tsx'
import { queryKeys } from '../../api/query-keys.ts'
import { useAction } from '../../kit/feedback/use-action.ts'

export const shopQuery = (api: Api) =>
  queryOptions({ queryKey: queryKeys.shop, queryFn: async ({ signal }) => (await api(shop.find, {}, { signal })).data })

export function useSaveShop() {
  const api = useApi()
  return useAction({
    run: (body: ShopInput) => api(shop.save, { body }),
    success: 'Shop saved',
    failure: { serverOr: 'Failed to save the shop' },
    refresh: queryKeys.shop,
  })
}

export function useUploadLogo() {
  const upload = useUpload()
  const [percent, setPercent] = useState(0)
  const action = useAction({
    run: (file: File) => {
      setPercent(0)
      return upload(shop.uploadLogo, { file }, { onProgress: setPercent })
    },
    success: 'Logo saved',
    failure: { serverOr: 'Failed to upload the logo' },
    refresh: queryKeys.shop,
  })
  return { ...action, percent }
}

export function useRemoveLogo() {
  const api = useApi()
  return useAction({
    run: () => api(shop.removeLogo, {}),
    success: 'Logo removed',
    failure: { serverOr: 'Failed to remove the logo' },
    refresh: queryKeys.shop,
  })
}

import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../api/context.tsx'
import { queryKeys } from '../../api/query-keys.ts'
import { linkClass } from './link-class.ts'
import { loadSignIn } from './load-sign-in.ts'

/** What people agree to: links to the addresses that the owner has set, otherwise text. A host that does not know the call has none. */
export function Agreement() {
  const api = useApi()
  const { data } = useQuery({
    queryKey: queryKeys.openShop,
    queryFn: async () => (await loadSignIn()).findAgreement(api),
    staleTime: Infinity,
    retry: false,
  })
  return (
    <>
      By signing in you agree to our <Named name="Terms of Service" url={data?.terms} /> and{' '}
      <Named name="Privacy Policy" url={data?.privacy} />.
    </>
  )
}

const Named = ({ name, url }: { readonly name: string; readonly url: string | null | undefined }) =>
  url ? (
    <a href={url} target="_blank" rel="noreferrer" className={linkClass}>
      {name}
    </a>
  ) : (
    name
  )

import { type SearchResult, search as searchCalls } from '@keydesk/contract'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { Api } from '../../api/call.ts'
import { useApi } from '../../api/context.tsx'
import { queryKeys } from '../../api/query-keys.ts'
import { BareDialog } from '../../kit/overlay/dialog.tsx'
import { Failed } from '../../kit/feedback/failed.tsx'
import { lazyPart } from '../../kit/feedback/lazy-part.tsx'
import { OpenAccountDialog } from '../account-dialogs.tsx'
import { type Entry, useEntries } from './entries.ts'
import type { OwnDialog } from './commands.ts'
import { EntryList } from './entry-list.tsx'
import { hasWords } from '../../kit/table/column.ts'
import { useIsOwnHost } from '../../session/session-provider.tsx'

const CompactKeyHistory = lazyPart(async () => (await import('../../features/orders/key-history/key-history.tsx')).CompactKeyHistory)

interface Props {
  readonly onShortcuts: () => void
  readonly onClose: () => void
}

export function Palette({ onShortcuts, onClose }: Props) {
  const [text, setText] = useState('')
  /** Enter was pressed before there was an entry, so the first result opens. */
  const [isEntered, setEntered] = useState(false)
  const [dialog, setDialog] = useState<Exclude<OwnDialog, 'shortcuts'> | null>(null)
  const q = text.trim()
  const search = useSearch(q)
  const openDialog = (name: OwnDialog) => (name === 'shortcuts' ? onShortcuts() : setDialog(name))
  const entries = useEntries(q, search.results, openDialog)

  const choose = (entry: Entry) => {
    // Close first: what the entry opens remembers the focused element.
    if (entry.isDialog !== true) onClose()
    entry.choose()
  }
  const first = entries[0]
  const openFirst = useEffectEvent(choose)
  useEffect(() => {
    if (isEntered && q !== '' && first !== undefined) openFirst(first)
  }, [isEntered, q, first])

  if (dialog !== null) return <OpenAccountDialog dialog={dialog} onClose={onClose} />
  const failure = search.error !== null && (
    <Failed title="The search failed" error={search.error} isTrying={search.isWaiting} onRetry={search.retry} />
  )
  const below = failure || (search.hasKey ? <CompactKeyHistory value={q} onLeave={onClose} /> : null)
  return (
    <BareDialog title="Search everything" onClose={onClose} className={overTheUpperHalf}>
      <EntryList
        text={text}
        onText={(next) => {
          setText(next)
          setEntered(false)
        }}
        entries={entries}
        isSearching={search.isWaiting}
        onChoose={choose}
        onEnterEarly={() => setEntered(true)}
        below={below && <div className="p-2">{below}</div>}
      />
    </BareDialog>
  )
}

/** In the upper half of the page; on a phone in the whole window. */
const overTheUpperHalf =
  'inset-0 flex flex-col overflow-hidden bg-raised md:inset-x-0 md:top-[12vh] md:bottom-auto md:mx-auto md:max-h-[70vh] md:w-full md:max-w-xl md:animate-pop md:rounded-card'

/** The server is asked after typing has paused for this long. */
const debounceMs = 120

const none: readonly SearchResult[] = []

/** The server's results. Until it answers, earlier results that still match stay; a late answer never replaces a newer one. */
function useSearch(q: string) {
  const [debounced, setDebounced] = useState(q)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(q), debounceMs)
    return () => clearTimeout(timer)
  }, [q])
  const isOwnHost = useIsOwnHost()
  const query = useQuery({ ...searchQuery(useApi(), debounced), enabled: isOwnHost && debounced !== '', placeholderData: keepPreviousData })
  const isCurrent = debounced === q && !query.isPlaceholderData
  const all = query.data ?? none
  const results = useMemo(
    () => (q === '' ? none : isCurrent ? all : all.filter(({ title, detail }) => hasWords(`${title} ${detail}`, q))),
    [all, isCurrent, q],
  )
  const shown = useDeferredValue(results)
  return {
    results: shown,
    // Until the results are drawn: otherwise 'Nothing found' would come before them.
    isWaiting: q !== '' && (debounced !== q || query.isFetching || shown !== results),
    error: debounced === q && q !== '' ? query.error : null,
    retry: () => void query.refetch(),
    hasKey: isCurrent && q !== '' && all.some(({ kind }) => kind === 'key'),
  }
}

/** The server's search. By POST, so that a searched key is not in an address. */
const searchQuery = (api: Api, q: string) =>
  queryOptions({
    queryKey: queryKeys.search(q),
    queryFn: async ({ signal }): Promise<readonly SearchResult[]> => (await api(searchCalls.find, { body: { q } }, { signal }))?.data ?? [],
    gcTime: 10_000,
    retry: false,
  })

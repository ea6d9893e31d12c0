/** The style of tabs, for the tabs themselves and for their skeleton. */
export const tabListClass =
  'tab-list faded-edges mb-4 flex [scrollbar-width:none] gap-1 overflow-x-auto outline-none max-md:-mt-2 max-md:mb-1'

export const tabClass =
  'control relative inline-flex shrink-0 items-center rounded-t-control px-3 font-medium whitespace-pre text-muted -outline-offset-2 hover:text-text aria-selected:text-text aria-selected:after:absolute aria-selected:after:inset-x-3 aria-selected:after:bottom-0 aria-selected:after:h-0.5 aria-selected:after:bg-accent'

/** On phones only the short words of the title show. */
export function TabTitle({ title, short = title }: { readonly title: string; readonly short?: string }) {
  const [before, after] = title.split(short)
  return (
    <>
      <span className="max-md:sr-only">{before}</span>
      {short}
      <span className="max-md:sr-only">{after}</span>
    </>
  )
}

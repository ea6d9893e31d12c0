/** The text stays in the editor that shows it: 100,000 lines in React's state would be compared on every keystroke. */
export interface KeysHandle {
  readonly read: () => string
  /** Replaces the text without counting as an edit. */
  readonly write: (text: string) => void
}

/** What an editor was mounted with. */
export interface Seed {
  readonly text: string
  /** Where the cursor goes, when the person was in the text already. */
  readonly cursor: number | null
}

let isBack = false

/** Told of every step through the history, and whether it led to an entry that was there before. */
export const noteStep = (step: { readonly isBack: boolean }): void => void (isBack = step.isBack)

/** Whether the page was there before: it is scrolled to where it was left, and shows that at once. */
export const isReturning = (): boolean => isBack

import { type RouterHistory, createBrowserHistory } from '@tanstack/react-router'
import { onTestFinished } from 'vitest'

/** The history of a tab that went to these addresses one after the other: Back and closing the tab are the browser's own. */
export function openTab(...urls: readonly [string, ...string[]]): RouterHistory {
  const history = createBrowserHistory()
  onTestFinished(() => history.destroy())
  for (const url of urls) {
    history.push(url)
    history.flush()
  }
  return history
}

/** Whether the browser asks before it closes the tab. */
export function isAskedOnClose(): boolean {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
}

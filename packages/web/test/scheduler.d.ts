/** React's own scheduler, which comes without types. */
declare module 'scheduler' {
  export const unstable_IdlePriority: number
  /** Calls back once nothing of a higher priority is left to do. */
  export function unstable_scheduleCallback(priority: number, callback: () => void): unknown
}

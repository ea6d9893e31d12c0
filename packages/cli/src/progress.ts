const width = 30

/** A progress bar at a terminal; elsewhere one line per tenth. */
export function createProgress(title: string, output: NodeJS.WriteStream): (part: number) => void {
  let lastTenth = -1
  let isDone = false
  return (part) => {
    if (isDone) return
    isDone = part >= 1
    const percent = Math.floor(part * 100)
    if (output.isTTY) {
      const done = Math.round(part * width)
      output.write(`\r${title} [${'#'.repeat(done)}${' '.repeat(width - done)}] ${percent}%${isDone ? '\n' : ''}`)
      return
    }
    const tenth = Math.floor(part * 10)
    if (tenth > lastTenth) output.write(`${title} ${tenth * 10}%\n`)
    lastTenth = Math.max(lastTenth, tenth)
  }
}

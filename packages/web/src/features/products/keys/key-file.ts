import { parseKeyLines } from '@keydesk/contract'

/**
 * The keys of a file: its lines, trimmed, without blanks. Of a .csv the first column, unquoted, without a heading
 * that calls it the keys' column.
 */
export async function readKeyFile(file: File, onProgress: (percent: number) => void): Promise<string[]> {
  const text = await readText(file, onProgress)
  const lines = parseKeyLines(text.replace(/^\uFEFF/, ''))
  if (!/\.csv$/i.test(file.name)) return lines
  const column = lines.map(firstCell).filter((cell) => cell !== '')
  return /^(?:(?:licen[cs]e|product|activation)?[ _-]?(?:keys?|codes?)|values?)$/i.test(column[0] ?? '') ? column.slice(1) : column
}

function readText(file: File, onProgress: (percent: number) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 100 : Math.floor((loaded / total) * 100)))
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file could not be read')))
    reader.readAsText(file)
  })
}

function firstCell(line: string): string {
  const quoted = /^"((?:[^"]|"")*)"/.exec(line)
  return quoted === null ? line.split(/[,;\t]/, 1)[0]!.trim() : quoted[1]!.replaceAll('""', '"').trim()
}

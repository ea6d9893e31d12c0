import { expect, test } from 'vitest'
import { readFileText } from './file-text.ts'
import { type KeyLines, valueAt } from './key-lines.ts'
import { type ParsedSource, createKeyReader } from './key-reader.ts'
import { type Delimiter, parseTable } from './key-table.ts'

const none = () => undefined

const valuesOf = (lines: KeyLines) => Array.from(lines.starts, (_, index) => valueAt(lines, index))
const readable = ({ lines, choice, ...rest }: ParsedSource) => ({ ...rest, ...choice, values: valuesOf(lines), lines: [...lines.lines] })

/** Reads a file like the dialog, without changes by hand. */
const read = async (name: string, content: string | Uint8Array<ArrayBuffer>) =>
  readable(await createKeyReader()({ is: 'file', file: new File([content], name) }, none))

const utf16 = (text: string, isBig: boolean, mark: boolean) => {
  const bytes = new Uint8Array((text.length + Number(mark)) * 2)
  const view = new DataView(bytes.buffer)
  for (const [index, letter] of [...(mark ? '\uFEFF' : ''), ...text].entries()) view.setUint16(index * 2, letter.charCodeAt(0), !isBig)
  return bytes
}

test('plain lines with any line ends, a byte-order mark and blanks', async () => {
  const found = await read('keys.txt', '\uFEFFAAAA,1\r\n\r\n BBBB \rCCCC')
  expect(found).toMatchObject({ delimiter: '', hasHeader: false, values: ['AAAA,1', ' BBBB ', 'CCCC'], lines: [1, 3, 4], notes: [] })
})

test('semicolons with a header that names the column', async () => {
  const found = await read('keys.csv', 'Order;License Key;Date\n1;AAAA-1;2026-01-01\n2;BBBB-2;2026-01-02\n')
  expect(found).toMatchObject({ delimiter: ';', hasHeader: true, column: 1, values: ['AAAA-1', 'BBBB-2'], lines: [2, 3] })
})

test.each([
  ['sep=;\r\nOrder;License Key\r\n1;AAAA,1\r\n2;BBBB-2\r\n', ';', 1],
  ['"sep=,"\nKey\n"AAAA,1"\nBBBB-2\n', ',', 0],
  ['SEP=\t\nKey\tDate\nAAAA,1\t2026-01-01\nBBBB-2\t2026-01-02\n', '\t', 0],
  // A delimiter that nothing here splits at is guessed.
  ['sep=^\nLicense Key|Date\nAAAA,1|2026-01-01\nBBBB-2|2026-01-02\n', '|', 0],
])('a first line for Excel names the delimiter and is no line: %j', async (text, delimiter, column) => {
  const expected = { delimiter, hasHeader: true, column, values: ['AAAA,1', 'BBBB-2'], lines: [2, 3] }
  expect(await read('keys.csv', text)).toMatchObject(expected)
  expect(readable(await createKeyReader()({ is: 'paste', text }, none))).toMatchObject(expected)
})

test('quoted cells may contain delimiters, quotes and line ends; line numbers are those of the file', async () => {
  const found = await read('keys.csv', 'note,key\r\n"two\r\nlines","A,""1"""\r\nx,B-2\r\n')
  expect(found).toMatchObject({ delimiter: ',', values: ['A,"1"', 'B-2'], lines: [2, 4] })
})

test.each([
  ['a file with a heading', 'keys.csv', '"Key"\r\n"AAAA-1111"\r\n"BB""B,2222"\r\n', { hasHeader: true, lines: [2, 3] }],
  ['a file without a heading', 'keys.csv', '"AAAA-1111"\r\n"BB""B,2222"\r\n', { hasHeader: false, lines: [1, 2] }],
  ['a heading without marks', 'keys.txt', 'Key\n"AAAA-1111"\n\n"BB""B,2222" \n', { hasHeader: true, lines: [2, 4] }],
  ['a paste', null, '"AAAA-1111"\n"BB""B,2222"', { hasHeader: false, lines: [1, 2] }],
])('the quotation marks around the only column are no part of the keys: %s', async (_, name, text, expected) => {
  const found = name === null ? readable(await createKeyReader()({ is: 'paste', text }, none)) : await read(name, text)
  expect(found).toMatchObject({ delimiter: ',', column: 0, values: ['AAAA-1111', 'BB"B,2222'], notes: [], ...expected })
})

test('without a heading the column that looks like keys is chosen', async () => {
  const found = await read('keys.tsv', '2026-11-01\tann@example.com\tXK2J-99PL-1\n2026-11-02\tbo@example.com\tXK2J-99PL-2\n')
  expect(found).toMatchObject({ delimiter: '\t', hasHeader: false, column: 2, values: ['XK2J-99PL-1', 'XK2J-99PL-2'] })
})

test.each([
  ['the password first', '"user:pass@x.com","note1"\n"other:word@x.com","note2"\n', ['user:pass@x.com', 'other:word@x.com']],
  ['the address first', 'note1,user@x.com:Pa55word\nnote2,other@x.com:W0rd\n', ['user@x.com:Pa55word', 'other@x.com:W0rd']],
])('accounts with an email address are keys, not addresses: %s', async (_, text, values) => {
  expect(await read('keys.csv', text)).toMatchObject({ delimiter: ',', hasHeader: false, values, notes: [] })
})

const lists = [
  ['AB12-CD34', 'a key of letters', { hasHeader: false, values: ['ABCD-EFGH', 'AB12-CD34', 'EF56-GH78'], lines: [1, 2, 3] }],
  ['AB12CD34', 'a heading: no separators follow', { hasHeader: true, values: ['AB12CD34', 'EF56-GH78'], lines: [2, 3] }],
  ['\nAB12-CD345', 'a heading: longer lines follow', { hasHeader: true, values: ['AB12-CD345', 'EF56-GH78'], lines: [3, 4] }],
] as const
test.each(lists)('in a list that goes on with %o, the first line is %s', async (next, _, expected) => {
  const found = await createKeyReader()({ is: 'paste', text: `ABCD-EFGH\n${next}\nEF56-GH78` }, none)
  expect(readable(found)).toMatchObject(expected)
})

test.each([
  ['with a mark, little', utf16('KEY-1\r\nKEY-2', false, true)],
  ['with a mark, big', utf16('KEY-1\r\nKEY-2', true, true)],
  ['without a mark', utf16('KEY-1\r\nKEY-2', false, false)],
])('UTF-16 %s is recognised, with a hint', async (_, bytes) => {
  const found = await read('keys.txt', bytes)
  expect(found).toMatchObject({ values: ['KEY-1', 'KEY-2'], notes: ['keys.txt is a UTF-16 file and was read as one.'] })
})

const refused: [string, Uint8Array<ArrayBuffer> | string, string][] = [
  ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0]), 'keys.csv is a PNG picture, not a text file.'],
  [
    'a workbook',
    new Uint8Array([0x50, 0x4b, 3, 4, 20, 0]),
    'keys.csv is an Excel workbook or a ZIP archive, not a text file. Save a workbook as CSV and choose that.',
  ],
  ['other bytes', new Uint8Array([65, 66, 0, 0, 0, 67, 68, 69, 70, 71, 72]), 'keys.csv is not a text file. Choose a CSV, TXT or TSV file.'],
  [
    'another encoding',
    new Uint8Array([65, 66, 0xe9, 10, 65]),
    'keys.csv is not UTF-8 text. Save it as "CSV UTF-8" or as Unicode text, and choose it again.',
  ],
  ['nothing', '', 'keys.csv is empty.'],
]
test.each(refused)('a file of %s is refused with the reason', async (_, content, sentence) => {
  await expect(read('keys.csv', content)).rejects.toThrow(sentence)
})

test('a letter of several bytes survives the border between two chunks', async () => {
  const text = `${'x'.repeat(1024 * 1024 - 1)}é\nZ`
  expect((await readFileText(new File([text], 'keys.txt'), none)).text).toBe(text)
})

test.each([',', ''] as Delimiter[])('a long text is read in chunks, each line once (delimiter %o)', (delimiter) => {
  const lines = Array.from({ length: 12_345 }, (_, index) => `KEY-${index}`)
  const seen: number[] = []
  const { rows } = parseTable(lines.join('\n'), delimiter, (percent) => seen.push(percent))
  expect(rows.map(([cell]) => cell)).toEqual(lines)
  expect(seen.length).toBeGreaterThan(2)
  expect(seen.at(-1)).toBe(100)
})

test('a table with an unmatched quotation mark is split by its heading, with a hint', async () => {
  const found = await read('keys.csv', 'key,note\nA-1,x\n"B-2,y\nC-3,z\n')
  expect(found).toMatchObject({ delimiter: ',', hasHeader: true, column: 0 })
  expect(found.notes[0]).toContain('has no partner')
})

test('a list of keys in one line says that one cell is taken', async () => {
  const note = 'This line has 3 cells; only one is taken. If they are all keys, put each on a line of its own.'
  expect(await read('keys.csv', "'SQ-0001','SQ-0002','SQ-0003'\n")).toMatchObject({ values: ["'SQ-0001'"], notes: [note] })
  expect(await read('keys.csv', '1,AB12-CD34,ann@example.com\n')).toMatchObject({ values: ['AB12-CD34'], notes: [] })
  expect(await read('keys.csv', 'key,note\nA-1,B-2\n')).toMatchObject({ values: ['A-1'], notes: [] })
})

test('a table file that is read as whole lines says so', async () => {
  const text = '"user:pass@x.com","a"\n"other:word@x.com","two\nlines"\n"third:pass@x.com,"c"\n"D-4"\n'
  const found = await read('keys.csv', text)
  expect(found).toMatchObject({
    delimiter: '',
    notes: [
      '1 line has quotation marks, which count as part of the key. 3 lines have a comma, semicolon or bar; each counts as one key. If they are cells of a table, choose the delimiter.',
    ],
  })
  expect(await read('keys.txt', text)).toMatchObject({ delimiter: '', notes: [] })
})

test('more lines than one import takes are refused', () => {
  expect(() => parseTable('K\n'.repeat(250_010), '', none)).toThrow('at most 250,000 lines')
})

test('as many keys as one import takes are read, also below a heading and with a line end after the last', () => {
  const { rows } = parseTable(`key,note\n${'K,1\n'.repeat(250_000)}`, ',', none)
  expect(rows).toHaveLength(250_001)
  expect(rows.at(-1)).toEqual(['K', '1'])
})

test.each([4_999, 5_000, 5_001, 10_000])('each of %i rows is read, with and without a line end after the last', (count) => {
  const lines = Array.from({ length: count }, (_, nth) => `K-${nth},x`)
  const keys = lines.map((line) => line.slice(0, -2))
  for (const end of ['', '\n']) expect(parseTable(lines.join('\n') + end, ',', none).rows.map(([key]) => key)).toEqual(keys)
})

test('an unmatched quotation mark gives a hint', () => {
  const { warning } = parseTable('key,note\nA-1,x\n"B-2,y\nC-3,z\n', ',', none)
  expect(warning).toContain('between line 1 and line 3 has no partner')
})

test('changing a guess parses the text again', async () => {
  const ask = createKeyReader()
  const file = new File(['order;key\n1;A-é;x\n2;B-2\n'], 'keys.csv')
  expect(readable(await ask({ is: 'file', file }, none))).toMatchObject({ columns: ['order', 'key', 'Column 3'], values: ['A-é', 'B-2'] })
  const other = { hasHeader: false, column: 0 }
  expect(readable(await ask({ is: 'choice', choice: other }, none))).toMatchObject({ values: ['order', '1', '2'], lines: [1, 2, 3] })
  expect(readable(await ask({ is: 'delimiter', delimiter: '' }, none)).values).toEqual(['order;key', '1;A-é;x', '2;B-2'])
})

test('lines with any letters are sent as they were read', async () => {
  const values = ['plain', 'é', '"quoted" \\', '漢字', '😀', 'A\u2028B']
  const { lines } = await createKeyReader()({ is: 'paste', text: values.join('\n') }, none)
  expect(JSON.parse(new TextDecoder().decode(lines.json))).toEqual(values)
  expect(valuesOf(lines)).toEqual(values)
})

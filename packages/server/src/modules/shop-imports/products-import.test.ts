import { expect, test } from 'vitest'
import { createTestApp } from '../../testing.ts'
import { everythingStored, listProducts, makeProduct, readProduct } from '../../testing/shop/catalogue.ts'
import { csvOf, importShop, previewShop, rowsOf, sendShop } from '../../testing/shop/shop-imports.ts'
import { examine } from '../doctor/doctor.service.ts'

const wooTitles = [
  ...['ID', 'Type', 'SKU', 'Name', 'Published', 'Is featured?', 'Visibility in catalog', 'Short description', 'Description'],
  ...['Date sale price starts', 'Date sale price ends', 'Tax status', 'Stock', 'Purchase note', 'Sale price', 'Regular price'],
  ...['Categories', 'Images', 'Parent', 'Attribute 1 name', 'Attribute 1 value(s)', 'Attribute 2 name', 'Attribute 2 value(s)'],
]

/** A row of a WooCommerce export, by its titles. */
const woo = (cells: Readonly<Record<string, string>>): string[] => wooTitles.map((title) => cells[title] ?? '')

const aurora = { ID: '10', Type: 'variable', SKU: 'AUR', Name: 'Aurora, the "first"', Published: '1', 'Is featured?': '1' }
const wooFile = csvOf([
  wooTitles,
  woo({
    ...aurora,
    'Short description': '<p>Fast &amp; quiet</p>',
    Description: String.raw`First line\n\nSecond <script>alert(1)</script><em>line</em>`,
    Categories: 'Tools, Tools > Spoofers',
    Images: 'https://shop.example/a.png',
    'Purchase note': String.raw`Run it\nas administrator`,
    'Attribute 1 value(s)': '1 day, 30 days',
  }),
  woo({
    ID: '11',
    Type: 'variation',
    SKU: 'AUR-1',
    Name: 'Aurora - 1 day',
    Published: '1',
    'Regular price': '4.99',
    Parent: 'id:10',
    'Attribute 1 name': 'Time',
    'Attribute 1 value(s)': '1 day',
  }),
  woo({
    ID: '12',
    Type: 'variation',
    Name: 'Aurora - 30 days',
    Published: '1',
    'Regular price': '29,90',
    'Sale price': '19,90',
    Parent: 'AUR',
    'Attribute 1 value(s)': '30 days',
    'Attribute 2 value(s)': String.raw`EU\, US`,
  }),
  woo({ ID: '13', Type: 'variation', Published: '1', 'Regular price': '', Parent: 'id:10', 'Attribute 1 value(s)': 'forever' }),
  woo({
    ID: '20',
    Type: 'simple, virtual, downloadable',
    Name: 'Borealis',
    Published: '1',
    'Regular price': '1,234.50',
    Description: 'Plain',
  }),
  woo({ ID: '21', Type: 'simple', Name: 'Draft', Published: '-1', 'Regular price': '5' }),
  woo({ ID: '22', Type: 'external', Name: 'Elsewhere', Published: '1', 'Regular price': '5' }),
  woo({ ID: '23', Type: 'variation', Published: '1', 'Regular price': '5', Parent: 'id:99', 'Attribute 1 value(s)': 'lost' }),
  woo({ ID: '24', Type: 'simple', Name: 'Odd', Published: '1', 'Regular price': '1.234' }),
])

test('a WooCommerce export says of each row what becomes of it, and nothing is stored before the import', async () => {
  const app = await createTestApp()
  const before = await everythingStored(app)
  const preview = await previewShop(app, 'products', 'woocommerce', wooFile)
  expect(rowsOf(preview)).toEqual([
    '2 new: New product: Aurora, the "first"',
    '3 new: New variant of Aurora, the "first": 1 day',
    '4 new: New variant of Aurora, the "first": 30 days / EU, US',
    '5 invalid: It has no price',
    '6 new: New product: Borealis',
    '7 new: New product: Draft',
    '8 invalid: A product of the type external is not sold by keys',
    '9 invalid: Its product is not above it in the file',
    '10 invalid: The price 1.234 cannot be read for sure. Write it as 19.99',
  ])
  expect(preview.counts).toEqual({ new: 5, exists: 0, invalid: 4 })
  expect(preview.unused_columns).toEqual(['Tax status', 'Stock', 'Images'])
  expect(await everythingStored(app)).toEqual(before)
})

test('products come with clean texts, variants and neutral values, listed only if they were published and cost something', async () => {
  const app = await createTestApp()
  await importShop(app, 'products', 'woocommerce', wooFile)
  const products = await listProducts(app)
  const named = (name: string) => products.find((product) => product.name === name)!
  expect(named('Aurora, the "first"')).toMatchObject({
    description: 'Fast & quiet',
    full_description: '<p>First line</p><p>Second <em>line</em></p>',
    instructions: 'Run it\nas administrator',
    ...{ category: 'spoofers', game_name: '', detection_status: 'Unknown', update_status: 'Updated', featured: true, unlisted: false },
    variants: [
      { name: '1 day', price: 4.99, stock: 0 },
      { name: '30 days / EU, US', price: 19.9 },
    ],
  })
  expect(named('Borealis')).toMatchObject({
    description: 'Plain',
    category: 'cheats',
    variants: [{ name: 'Standard', price: 1234.5 }],
    unlisted: false,
  })
  expect(named('Draft')).toMatchObject({ unlisted: true, variants: [{ name: 'Standard', price: 5 }] })
  expect(products).toHaveLength(3)
  expect(await app.deps.db.selectFrom('activity').select('action').where('kind', '<>', 'sign_in').execute()).toContainEqual({
    action: 'shop_import.stored',
  })
  // The search finds them.
  expect((await app.call('POST', '/admin/search', { q: 'borea' })).body).toMatchObject({
    data: [{ title: 'Borealis' }, { title: 'Borealis - Standard' }],
  })
  expect(await examine(app.deps)).toEqual([])
})

test('a short description is the beginning of a long one, in whole words, or else whole characters', async () => {
  const app = await createTestApp()
  const product = { Type: 'simple', Published: '1', 'Regular price': '5' }
  const rows = [`${'long '.repeat(59)}beginning`, `${'\u{20000}'.repeat(100)}a${'\u{20000}'.repeat(100)}`]
  const file = csvOf([wooTitles, ...rows.map((Description, nth) => woo({ ...product, Name: `P${nth}`, Description }))])
  await importShop(app, 'products', 'woocommerce', file)
  const descriptions = (await listProducts(app)).map(({ description }) => description)
  expect(descriptions).toEqual([`${'\u{20000}'.repeat(100)}a${'\u{20000}'.repeat(49)}…`, `${'long '.repeat(59).trim()}…`])
})

test('the same file again brings nothing, and a new variant of a known product is a draft', async () => {
  const app = await createTestApp()
  await importShop(app, 'products', 'woocommerce', wooFile)
  expect((await previewShop(app, 'products', 'woocommerce', wooFile)).counts).toEqual({ new: 0, exists: 5, invalid: 4 })
  const more = csvOf([
    wooTitles,
    woo(aurora),
    woo({ Type: 'variation', 'Regular price': '9', Parent: 'id:10', 'Attribute 1 value(s)': '7 days' }),
  ])
  expect(rowsOf(await previewShop(app, 'products', 'woocommerce', more))).toEqual([
    '2 exists: Already in the shop. It is not changed',
    '3 new: New variant of Aurora, the "first": 7 days',
  ])
  await importShop(app, 'products', 'woocommerce', more)
  const [product] = (await listProducts(app)).filter(({ name }) => name.startsWith('Aurora'))
  expect(product!.variants).toMatchObject([{ name: '1 day' }, { name: '30 days / EU, US' }, { name: '7 days', price: 9, is_draft: true }])
})

test('a WooCommerce sale that is over does not count, and a variation that is switched off is a draft', async () => {
  const app = await createTestApp()
  const sale = { Published: '1', 'Regular price': '20', 'Sale price': '15', 'Date sale price starts': '2029-01-01 0:00:00' }
  const attribute = (value: string) => ({ Parent: 'id:30', 'Attribute 1 value(s)': value, 'Regular price': '5' })
  const file = csvOf([
    [...wooTitles, 'Tags'],
    [...woo({ ID: '28', Type: 'simple, virtual', Name: 'Over', ...sale, 'Date sale price ends': '2029-01-31 9:05:00' }), ''],
    [...woo({ ID: '29', Type: 'simple', Name: 'Tom &amp; Jerry&#8217;s', ...sale }), 'New, Firmware'],
    [...woo({ ID: '30', Type: 'variable', Name: 'Switched', Published: '1' }), ''],
    [...woo({ ID: '31', Type: 'variation, virtual', Name: 'Switched - On', Published: '1', ...attribute('On') }), ''],
    [...woo({ ID: '32', Type: 'variation, virtual', Name: 'Switched - Off', Published: '0', ...attribute('Off') }), ''],
    [...woo({ ID: '33', Type: 'variation', Name: 'Switched &amp; any', Published: '-1', ...attribute('') }), ''],
  ])
  await importShop(app, 'products', 'woocommerce', file)
  expect((await listProducts(app)).toReversed()).toMatchObject([
    { name: 'Over', variants: [{ price: 20 }] },
    { name: 'Tom & Jerry’s', category: 'firmware', variants: [{ price: 15 }] },
    { name: 'Switched', variants: [{ name: 'On' }, { name: 'Off', is_draft: true }, { name: 'Switched & any' }] },
  ])
  expect((await listProducts(app))[0]!.variants.map(({ is_draft }) => is_draft)).toEqual([undefined, true, undefined])
})

const shopifyTitles = [
  'Handle',
  'Title',
  'Body (HTML)',
  'Vendor',
  'Type',
  'Published',
  'Option1 Name',
  'Option1 Value',
  'Variant SKU',
  'Variant Price',
  'Image Src',
  'Status',
]

test('a Shopify export has variants over several rows', async () => {
  const app = await createTestApp()
  const file = csvOf([
    shopifyTitles,
    [
      'nova',
      'Nova',
      '<div><b>Bold</b><ul><li>One</li></ul></div>',
      'Us',
      'Firmware',
      'true',
      'Time',
      'Day',
      'N-1',
      '3.00',
      'https://x/1.png',
      'active',
    ],
    ['nova', '', '', '', '', '', '', 'Week', 'N-7', '15.00', '', ''],
    ['nova', '', '', '', '', '', '', '', '', '', 'https://x/2.png', ''],
    ['nova', '', '', '', '', '', '', 'Day', 'N-1', '4.00', '', ''],
    ['solo', 'Solo', '', '', '', 'true', 'Title', 'Default Title', '', '0', '', 'active'],
    ['old', 'Old', '', '', '', 'false', 'Title', 'Default Title', '', '8', '', 'archived'],
    ['', '', '', '', '', '', '', 'x', '', '1', '', ''],
  ])
  expect(rowsOf(await previewShop(app, 'products', 'shopify', `\ufeff${file.replaceAll('\r\n', '\n')}`))).toEqual([
    '2 new: New product: Nova',
    '3 new: New variant of Nova: Week',
    '4 invalid: It has only a picture. Pictures are not imported',
    '5 invalid: Row 2 has this SKU, too',
    '6 new: New product: Solo',
    '7 new: New product: Old',
    '8 invalid: It has no handle',
  ])
  await importShop(app, 'products', 'shopify', file)
  const products = await listProducts(app)
  expect(
    products.map(({ name, unlisted, variants }) => [name, unlisted, variants.map((variant) => `${variant.name} ${variant.price}`)]),
  ).toEqual([
    ['Old', true, ['Standard 8']],
    // Nothing is given away because a file has no price.
    ['Solo', true, ['Standard 0']],
    ['Nova', false, ['Day 3', 'Week 15']],
  ])
  expect(await readProduct(app, products[2]!.id)).toMatchObject({
    category: 'firmware',
    description: 'Bold\nOne',
    full_description: expect.stringContaining('<li>One</li>'),
  })
})

test('the newer titles of Shopify are understood, and what is not active is unlisted', async () => {
  const app = await createTestApp()
  const titles = [
    ...['Title', 'URL handle', 'Description', 'Vendor', 'Product category', 'Type', 'Tags', 'Published on online store', 'Status', 'SKU'],
    ...['Option1 name', 'Option1 value', 'Option1 Linked To', 'Option2 name', 'Option2 value', 'Price', 'Compare-at price'],
    ...['Inventory quantity', 'Product image URL', 'Gift card'],
  ]
  const row = (cells: Readonly<Record<string, string>>) => titles.map((title) => cells[title] ?? '')
  const axis = { 'Option1 name': 'Time', 'Option2 name': 'Region' }
  const file = csvOf([
    titles,
    row({
      ...{
        Title: 'Nova',
        'URL handle': 'nova',
        Tags: 'new, hardware',
        'Published on online store': 'TRUE',
        Status: 'Active',
        Price: '3.00',
      },
      ...{ ...axis, 'Option1 value': 'Day', 'Option2 value': 'EU', SKU: 'N-1' },
    }),
    row({ 'URL handle': 'nova', 'Option1 value': 'Day', 'Option2 value': 'US', SKU: 'N-2', Price: '4.00' }),
    row({
      Title: 'Old',
      'URL handle': 'old',
      'Published on online store': 'TRUE',
      Status: 'Draft',
      'Option1 value': 'Default Title',
      Price: '8',
    }),
  ])
  expect((await previewShop(app, 'products', 'shopify', file)).unused_columns).toEqual([
    ...['Vendor', 'Option1 Linked To', 'Compare-at price', 'Inventory quantity', 'Product image URL', 'Gift card'],
  ])
  await importShop(app, 'products', 'shopify', file)
  expect((await listProducts(app)).toReversed()).toMatchObject([
    {
      ...{ name: 'Nova', category: 'hardware', unlisted: false },
      variants: [
        { name: 'Day / EU', price: 3 },
        { name: 'Day / US', price: 4 },
      ],
    },
    { name: 'Old', unlisted: true, variants: [{ name: 'Standard' }] },
  ])
})

test('our own layout takes every field, and says what is wrong with one', async () => {
  const app = await createTestApp()
  await makeProduct(app, { name: 'Known', variants: [{ name: 'Day', price: 1, keys: [] }] })
  const file = csvOf([
    ['Product', 'Variant', 'Price', 'SKU', 'Category', 'Game', 'Listed', 'FAQ', 'Max per order', 'Draft', 'Colour'],
    ['Full', 'Day', '$1.50', 'F-1', 'cheats', 'Valorant', 'yes', '[{"question":"Safe?","answer":"Yes"}]', '5', '', 'red'],
    ['Full', 'Week', '2', 'F-2', '', '', '', '', '', 'yes', ''],
    ['known', 'day', '9', '', '', '', '', '', '', '', ''],
    ['Bad', 'Day', '1', '', 'toys', '', '', '', '', '', ''],
    ['Bad', 'Week', '1', '', '', '', '', '', '', '', ''],
    ['Worse', 'Day', '1', '', '', '', '', 'no list', '', '', ''],
    ['Most', 'Day', '1', '', '', '', '', '', '0', '', ''],
    ['', 'Day', '1', '', '', '', '', '', '', '', ''],
  ])
  const preview = await previewShop(app, 'products', 'keydesk', file.replaceAll(',', ';'))
  expect(preview.unused_columns).toEqual(['Colour'])
  expect(rowsOf(await previewShop(app, 'products', 'keydesk', file))).toEqual([
    '2 new: New product: Full',
    '3 new: New variant of Full: Week',
    '4 exists: Already in the shop. It is not changed',
    '5 invalid: Category must be one of: cheats, spoofers, firmware, hardware',
    '6 invalid: The product in row 5 cannot be used',
    '7 invalid: A list in it cannot be read',
    '8 invalid: Max per order must be a whole number from 1 to 1,000',
    '9 invalid: The product has no name',
  ])
  await importShop(app, 'products', 'keydesk', file)
  const [full] = await listProducts(app)
  expect(full).toMatchObject({
    ...{ name: 'Full', game_name: 'Valorant', unlisted: false, faq: [{ question: 'Safe?', answer: 'Yes' }] },
    variants: [
      { name: 'Day', price: 1.5 },
      { name: 'Week', is_draft: true },
    ],
  })
})

test('videos of our own layout come with their product, by the rules of a product page', async () => {
  const app = await createTestApp()
  const many = Array.from({ length: 51 }, (_, index) => `vimeo.com/${index + 1}`)
  const file = csvOf([
    ['Product', 'Variant', 'Price', 'Videos'],
    ['Seen', 'Day', '1', 'https://vimeo.com/76979871/ABCDEF0123\n\n player.vimeo.com/video/12'],
    ['Elsewhere', 'Day', '1', 'vimeo.com/12\nhttps://youtu.be/dQw4w9WgXcQ'],
    ['Twice', 'Day', '1', 'vimeo.com/12\nvimeo.com/12/abcdef0123'],
    ['Many', 'Day', '1', many.join('\n')],
    ['Most', '', '', many.slice(1).join('\n')],
    ['Later', 'Day', '1', 'vimeo.com/12\nvimeo.com/12/abcdef0123'],
    ['Later', 'Week', '1', ''],
  ])
  expect(rowsOf(await previewShop(app, 'products', 'keydesk', file))).toEqual([
    '2 new: New product: Seen',
    '3 invalid: A video in it is not a Vimeo address',
    '4 invalid: It has a video twice',
    '5 invalid: A product can have at most 50 images and videos',
    '6 new: New product: Most',
    '7 invalid: It has a video twice',
    '8 new: New product: Later',
  ])
  await importShop(app, 'products', 'keydesk', file)
  const [later, most, seen] = await listProducts(app)
  expect(later).toMatchObject({ media_items: [], variants: [{ name: 'Week' }] })
  expect(most!.media_items).toHaveLength(50)
  expect(seen).toMatchObject({
    thumbnail: '',
    media_items: [
      { type: 'video', url: '76979871/abcdef0123', display_order: 1 },
      { type: 'video', url: '12', display_order: 2 },
    ],
  })
})

test.each([
  ['nothing', '', 'The file is empty'],
  ['blank lines', '\r\n \r\n', 'The file is empty'],
  ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0xff]), 'The file is not UTF-8 text. Save it as "CSV UTF-8"'],
  ['zero bytes', 'Handle,Title\0', 'The file is no text. Choose a CSV file'],
  ['Latin-1', Buffer.from('Handle,Title\r\ncafé,Café', 'latin1'), 'The file is not UTF-8 text. Save it as "CSV UTF-8"'],
  [
    'an open quotation mark',
    'Handle,Title\r\na,A\r\nb,"B\r\nc,C',
    'Row 3 has a quotation mark without a partner. Save the file again as CSV',
  ],
  [
    'another layout',
    csvOf([
      ['ID', 'Type', 'Name'],
      ['1', 'simple', 'A'],
    ]),
    'The file has no column Handle, Title. Choose the shop that wrote it',
  ],
])('a file of %s is refused with a sentence', async (_, file, message) => {
  const app = await createTestApp()
  for (const query of ['?dry_run=true', ''])
    expect(await sendShop(app, 'products', 'shopify', file, query)).toMatchObject({ status: 400, body: { message, code: 'invalid_input' } })
  expect(await listProducts(app)).toEqual([])
})

test('UTF-16, tabs, a line that names the delimiter, a cell too many and a missing field are understood or named', async () => {
  const app = await createTestApp()
  const text = 'Handle\tTitle\tVariant Price\na\tCafé\t1\nb\tB\t2\textra\n'
  const utf16 = Buffer.from(`\ufeffsep=\t\r\n${text}`, 'utf16le')
  expect(rowsOf(await previewShop(app, 'products', 'shopify', utf16))).toEqual([
    '2 new: New product: Café',
    '3 invalid: It has more cells than the file has columns: one of them was cut in two',
  ])
  const missing = await sendShop(app, 'toys' as 'products', 'shopify', text)
  expect(missing).toMatchObject({ status: 400, body: { fields: { kind: 'kind must be one of: products, keys, orders' } } })
})

test('a product is not made from a row that was cut in two', async () => {
  const app = await createTestApp()
  const titles = 'Handle,Title,Body (HTML),Option1 Name,Option1 Value,Variant Price'
  const file = [titles, 'a,Aurora,Fast, and safe,Plan,Day,5', 'a,,,,Week,9'].join('\n')
  expect(rowsOf(await previewShop(app, 'products', 'shopify', file))).toEqual([
    '2 invalid: It has more cells than the file has columns: one of them was cut in two',
    '3 invalid: Its product is not above it in the file',
  ])
})

export { productQuery } from './data.ts'
export { ProductPage } from './editor/page.tsx'

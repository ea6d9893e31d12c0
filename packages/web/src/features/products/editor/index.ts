export { productQuery } from '../data.ts'
export { ProductPage } from './page.tsx'

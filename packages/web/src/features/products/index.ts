export { productsQuery } from './data.ts'
export { ProductsPage } from './page.tsx'

export { productsQuery } from '../products/data.ts'
export { couponsQuery } from './data.ts'
export { CouponsPage } from './page.tsx'

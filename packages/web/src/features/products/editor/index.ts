export { productQuery } from '../data.ts'
export { preloadEditor } from '../../../kit/rich-text/rich-text.tsx'
export { ProductPage } from './page.tsx'

/** For each read of the bench, the shortest queries that fetch its rows. */
export const floorQueries = {
  'all-products': ['select * from product where deleted_at is null order by id desc', 'select * from variant', 'select * from media_item'],
  'one-product': [
    'select * from product where id = 500',
    'select * from variant where product_id = 500',
    'select * from media_item where product_id = 500',
  ],
  orders: [
    'select * from orders order by id desc limit 100',
    'select * from order_item where order_id > (select max(id) - 100 from orders)',
    'select order_item_id from license_key where order_item_id in (select id from order_item where order_id > (select max(id) - 100 from orders))',
  ],
  coupons: ['select * from coupon order by id desc', 'select * from coupon_product'],
  statistics: ['select * from variant_sales', 'select id, name from product', 'select id, name, product_id from variant'],
  'store-products': [
    'select * from product where deleted_at is null and unlisted = 0 order by id desc',
    'select * from variant',
    'select * from media_item',
  ],
} as const satisfies Record<string, readonly string[]>

export type FloorRead = keyof typeof floorQueries

/** The API call that each floor read corresponds to. */
export const realPaths: Readonly<Record<FloorRead, string>> = {
  'all-products': '/admin/products',
  'one-product': '/products/id/500',
  orders: '/admin/purchases/orders?limit=100',
  coupons: '/admin/coupons',
  statistics: '/admin/purchases/stats',
  'store-products': '/store/products',
}

import { component, docs, innerObject, versionText } from '../describe.ts'
import {
  categories,
  cheatTypes,
  detectionStatuses,
  firmwareAntiCheats,
  firmwareTypes,
  hardwareTypes,
  spooferAntiCheats,
  spooferTypes,
  updateStatuses,
} from './product-options.ts'
import { maxPerOrderText } from '../variants/variants.docs.ts'
import { duplicateInput, newProduct, product, productInput, products } from './products.ts'

export const salesPausedText = 'While it is true, quotes and purchases are refused; a pending order can still be completed.'

export const productsDocs = docs(products, {
  about: 'Products and what is said about them.',
  calls: {
    duplicate: 'The copy has the texts, settings, images, videos and variants of the product, and none of its keys, sales and history.',
    update:
      'Sends back the `version` that was read: where somebody else saved in the meantime, 409 `stale_version` has the stored state in `current`.',
  },
  components: {
    Product: component(
      product,
      'A product with everything that belongs to it.',
      {
        sales_paused: salesPausedText,
        thumbnail: 'The address of the chosen image, or empty.',
        thumbnail_card: 'The same image at card size, or empty.',
        version: versionText,
      },
      {
        category: categories,
        cheat_type: ['', ...cheatTypes],
        spoofer_type: ['', ...spooferTypes],
        anti_cheats_supported: spooferAntiCheats,
        anti_cheat: ['', ...firmwareAntiCheats],
        firmware_type: ['', ...firmwareTypes],
        hardware_type: ['', ...hardwareTypes],
        update_status: updateStatuses,
        detection_status: detectionStatuses,
      },
    ),
    ProductInput: component(
      productInput,
      'What a save changes of a product. A field that is left out stays as it is. A text that is stored already may stay as long as it is; others have the limits of a new product.',
      {
        sales_paused: salesPausedText,
        version: versionText,
      },
    ),
    NewProduct: component(newProduct, 'A product with its first variants.'),
    DuplicateInput: component(duplicateInput, 'The name of the copy.'),
    NewProductVariant: component(innerObject(newProduct.shape.variants), 'A first variant of a new product.', {
      price: 'US dollars.',
      max_per_order: maxPerOrderText,
    }),
    FaqInput: component(innerObject(productInput.shape.faq), 'A question and its answer.'),
    FaqItem: component(innerObject(product.shape.faq), 'A question and its answer.'),
    UpdateInput: component(innerObject(productInput.shape.updates), 'News of a product.'),
    UpdateItem: component(innerObject(product.shape.updates), 'News of a product.'),
  },
})

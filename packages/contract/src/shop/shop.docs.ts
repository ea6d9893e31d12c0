import { component, docs } from '../describe.ts'
import { openShop, shop, shopInput, shopSettings } from './shop.ts'

const fields = {
  reply_to: 'Where answers to mails go; empty for the sender.',
  terms_url: 'The web address of the terms; empty for none.',
  privacy_url: 'The web address of the privacy notice; empty for none.',
  books_zone: 'The IANA name of the time zone whose days the books have; empty for that of the person who looks.',
}

export const shopDocs = docs(shop, {
  about: 'What customers see of the shop.',
  calls: {
    uploadLogo: 'An image of at most 10 MB. It is stored as a PNG that fits in 480 × 160.',
  },
  components: {
    ShopSettings: component(shopSettings, 'The settings of the shop.', {
      ...fields,
      name: 'Empty for `default_name`.',
      default_name: 'The name in MAIL_FROM, or the title of the server.',
      from: 'The address of the sender; empty without a mail server.',
      logo_url: 'The address of the logo; empty without one.',
    }),
    ShopInput: component(shopInput, 'New settings of the shop. What is left out stays as it is.', {
      ...fields,
      name: 'Empty for `default_name`.',
    }),
    OpenShop: component(openShop, 'What anybody may know of the shop.', {
      terms_url: fields.terms_url,
      privacy_url: fields.privacy_url,
    }),
  },
})

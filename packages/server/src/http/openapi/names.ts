import * as contract from '@keydesk/contract'
import * as z from 'zod/mini'

interface NamedSchema {
  readonly schema: z.ZodMiniType
  readonly description: string
  /** Fields with a fixed list of values on this server. The contract leaves them open where a foreign host may know more. */
  readonly lists?: Readonly<Record<string, readonly string[]>>
}

const { account, discord, media, orderDetails, orderItem, referralUser, signIn, storeOrder, storeProduct } = contract

const orNone = (values: readonly string[]) => ['', ...values]
const status = contract.orderStatuses

/** The schemas that have a name in the document. */
export const namedSchemas: Readonly<Record<string, NamedSchema>> = {
  Refusal: named(contract.errorBody, 'Why a call was refused.'),
  PageMeta: named(contract.pageMeta, 'Where the next page begins, and how many match in all.'),

  // Signing in, and one's own account
  SignInInput: named(contract.loginInput, 'Who signs in.'),
  SignIn: named(signIn.login.response.shape.data, 'A token, and whom it stands for.'),
  User: named(contract.user, 'The signed-in person.'),
  Account: named(contract.accountState, "The signed-in administrator's own account."),
  PasswordChange: named(contract.changePasswordInput, 'The old password and the new one.'),
  NewToken: named(account.changePassword.response.shape.data, 'The token of the new session.'),
  TwoFactorSetup: named(contract.twoFactorSetup, 'A new secret of two-factor sign-in.'),
  TwoFactorSetupInput: named(contract.setUpTwoFactorInput, 'The password, once more.'),
  TwoFactorCode: named(contract.codeInput, 'A code of the authenticator app, or a recovery code.'),
  TwoFactorDisableInput: named(contract.disableTwoFactorInput, 'The password and a code.'),
  RecoveryCodes: named(contract.recoveryCodes, 'Shown once; only hashes of them are kept.'),

  // Products
  Product: named(contract.product, 'A product with everything that belongs to it.', {
    category: contract.categories,
    cheat_type: orNone(contract.cheatTypes),
    spoofer_type: orNone(contract.spooferTypes),
    anti_cheats_supported: contract.spooferAntiCheats,
    anti_cheat: orNone(contract.firmwareAntiCheats),
    firmware_type: orNone(contract.firmwareTypes),
    hardware_type: orNone(contract.hardwareTypes),
    update_status: contract.updateStatuses,
    detection_status: contract.detectionStatuses,
  }),
  ProductInput: named(
    contract.productInput,
    'What a save changes of a product. A field that is left out stays as it is. A text that is stored already may stay as long as it is; others have the limits of a new product.',
  ),
  NewProduct: named(contract.newProduct, 'A product with its first variants.'),
  NewProductVariant: named(innerObject(contract.newProduct.shape.variants), 'A first variant of a new product.'),
  FaqInput: named(innerObject(contract.productInput.shape.faq), 'A question and its answer.'),
  FaqItem: named(innerObject(contract.product.shape.faq), 'A question and its answer.'),
  UpdateInput: named(innerObject(contract.productInput.shape.updates), 'News of a product.'),
  UpdateItem: named(innerObject(contract.product.shape.updates), 'News of a product.'),
  MediaItem: named(contract.mediaItem, 'An image or a video of a product.', { type: ['image', 'video'] }),
  VideoInput: named(contract.videoInput, 'The address of a video.'),
  AddedVideo: named(media.addVideo.response.shape.data, 'The video as it was added.'),
  ThumbnailInput: named(contract.thumbnailInput, 'Which image stands for the product.'),
  Thumbnail: named(innerObject(contract.thumbnail), 'The addresses of the chosen image.'),
  VariantSummary: named(contract.variantSummary, 'A variant within its product: a count in place of the keys.'),
  Variant: named(contract.variant, 'A variant with its available keys, oldest first.'),
  VariantInput: named(contract.variantInput, 'What a save changes of a variant. `keys` is the whole available stock.'),
  NewVariant: named(contract.newVariantInput, 'A variant of a product, with its keys.'),
  LicenseKey: named(contract.licenseKey, 'A key that is for sale.'),
  KeyChanges: named(contract.keyChanges, 'How the saved list of keys differed from the stock.'),
  RemovedKey: named(contract.removedKey, 'A key that was taken out of the stock, and can be put back.'),
  RemovedKeyIds: named(contract.variants.restoreKeys.body, 'Which removed keys to put back.'),
  RestoredKeys: named(contract.variants.restoreKeys.response.shape.data, 'How many were put back.'),
  KeyImportInput: named(contract.keyImportInput, 'A batch of keys, one value a line.'),
  KeyImportCounts: named(contract.keyImportCounts, 'How many lines became what. Only `new` ones are stored.'),
  KeyImportLine: named(contract.keyImportLine, 'A line that would not be stored.', {
    disposition: contract.keyDispositions.filter((disposition) => disposition !== 'new'),
  }),
  KeyImportPreview: named(contract.keyImportPreview, 'What an import would do.'),
  StoredKeyImport: named(contract.storedKeyImport, 'An import that was stored.'),
  KeyImport: named(contract.keyImport, 'A batch of keys, and what became of them.'),
  UndoneKeyImport: named(contract.undoneKeyImport, 'What an undone import took back, and what orders hold.'),
  KeyLookup: named(contract.keyLookupInput, 'A key: its value, as its customer sent it, or its id.'),
  KeyHistory: named(contract.keyHistory, 'Where a key is, and everything that happened to it.', {
    state: ['available', 'reserved', 'sold', 'revoked', 'removed'],
  }),
  KeyEvent: named(contract.keyEvent, 'Something that happened to a key.', { kind: contract.keyEventKinds }),
  RunwayRow: named(contract.runwayRow, 'How long the stock of a variant lasts.'),
  BulkInput: named(contract.bulkInput, 'Which products, and what becomes of all of them.'),
  BulkSet: named(contract.bulkSet, 'What is left out stays as it is in each product.'),
  BulkAnnouncement: named(innerObject(contract.bulkInput.shape.announce), 'The words of the one message about them.'),
  BulkChange: named(contract.bulkChange, 'Which products the action changed.'),
  BulkUndoInput: named(contract.bulk.undo.body, 'Which change to undo.'),
  BulkUndo: named(contract.bulkUndo, 'Which products are as they were, and what was left as somebody changed it since.'),
  BulkKept: named(contract.bulkKept, 'What was left in one product.'),
  Game: named(contract.game, 'A game that a product may be for.'),
  NewGame: named(contract.newGame, 'A game to add to the list.'),

  // Orders
  Order: named(contract.order, 'An order as lists show it. Names and prices are those of the sale.', { status }),
  OrderItem: named(orderItem, 'A line of an order.'),
  OrderVariant: named(orderItem.shape.variant, 'What was sold, as it was called then.'),
  OrderProduct: named(innerObject(orderItem.shape.variant.shape.product), 'The product, as it was called then.'),
  OrderDetails: named(orderDetails, 'An order with its keys, referral and timeline.', { status }),
  OrderReferral: named(innerObject(orderDetails.shape.referral), 'Who referred the buyer.', { status: contract.referralStatuses }),
  CompleteInput: named(contract.completeInput, 'Why an order is completed by hand.'),
  RefundInput: named(contract.refundInput, 'What is refunded of an order, and why.'),
  RefundedUnits: named(contract.refundedUnits, 'How many units of an item of the order.'),
  OrderRefund: named(contract.orderRefund, 'A refund of an order or of a part of it.'),
  OrderRefundItem: named(innerObject(contract.orderRefund.shape.items), 'What a refund took of one item.'),
  OrderKey: named(contract.orderKey, 'A key that an order holds or held.', { state: ['reserved', 'sold', 'revoked'] }),
  KeyReplacement: named(contract.replaceKeyInput, 'Why the customer gets another key.'),
  ReplacedKey: named(contract.replacedKey, 'A key that the customer had before.', { reason: contract.replaceReasons }),
  TimelineEntry: named(contract.timelineEntry, 'Something that happened to an order.'),
  StatisticsRow: named(contract.statisticsRow, 'What a product sold. Completed orders only.'),
  DailySales: named(contract.dailySales, 'What one day sold. Completed orders only.'),
  PeriodSales: named(contract.periodSales, 'What a product sold in a period. Completed orders only.'),
  DailySalesMeta: named(innerObject(contract.statistics.daily.response.shape.meta), 'Which of the days is not over yet.'),

  // People and customers
  Member: named(contract.member, 'Somebody of the team.', { role: contract.roles }),
  Invitation: named(contract.invitation, 'An invitation, without its token.', { state: contract.invitationStates }),
  NewInvitation: named(contract.newInvitation, 'An invitation with its link, shown once.', { role: contract.roles }),
  InvitationOffer: named(contract.offer, 'What an invitation offers.', { role: contract.roles }),
  Joined: named(contract.joining.accept.response.shape.data, 'The new member, signed in.'),
  Session: named(contract.session, 'Where somebody is signed in.'),
  EndedSessions: named(contract.sessions.endOthers.response.shape.data, 'How many sessions ended.'),
  ApiKey: named(contract.apiKey, 'An API key, without its value.'),
  RotatedApiKey: named(contract.rotatedApiKey, 'A new secret of an API key, shown once.'),
  NewApiKey: named(contract.newApiKey, 'An API key with its value, shown once.'),
  SearchResult: named(contract.searchResult, 'Something that was found.'),
  Customer: named(contract.customer, 'Whose email this is, over all of their orders.'),
  CustomerOrders: named(contract.customer.shape.orders, 'Their orders, counted and summed up.'),
  CustomerCoupon: named(innerObject(contract.customer.shape.coupons), 'A coupon that they used.'),
  CustomerNote: named(contract.customerNote, 'What the staff noted about them.'),
  CustomerOrder: named(innerObject(contract.customer.shape.recent_orders), 'One of their newest orders.', { status }),
  CustomerKey: named(innerObject(contract.customer.shape.keys), 'One of their keys, masked.', { state: ['reserved', 'sold', 'revoked'] }),
  MemberInput: named(contract.memberInput, 'What changes for a member.'),
  InvitationInput: named(contract.invitationInput, 'Whom to invite.'),
  InvitationToken: named(contract.joining.find.body, 'The token of an invitation.'),
  AcceptInvitationInput: named(contract.acceptInvitationInput, 'Who joins.'),
  RotateApiKeyInput: named(contract.rotateApiKeyInput, 'How long the old secret of an API key still works.'),
  ApiKeyInput: named(contract.apiKeyInput, 'An API key to make.'),
  Webhook: named(contract.webhook, 'A webhook, without its secret.'),
  NewWebhook: named(contract.newWebhook, 'A webhook with its secret, shown once.'),
  WebhookInput: named(contract.webhookInput, 'A webhook to make, or its new state.'),
  EarlierOutcome: named(contract.earlierOutcome, 'What became of a delivery before it was sent again by hand.', {
    status: contract.deliveryStatuses,
  }),
  WebhookDelivery: named(contract.webhookDelivery, 'One event on its way to one webhook.', { status: contract.deliveryStatuses }),
  SearchInput: named(contract.searchInput, 'What to look for.'),
  CustomerNoteInput: named(contract.customerNoteInput, 'A note to keep.'),

  // History
  ActivityRow: named(contract.activityRow, 'One thing that was done.', { kind: contract.activityKinds }),
  ActivityActor: named(contract.activityRow.shape.actor, 'Who did it, as they were called then.'),
  ActivitySubject: named(contract.activityRow.shape.subject, 'What it was done to, as it was called then.', {
    kind: contract.subjectKinds,
  }),
  ActivityChange: named(contract.activityChange, 'The values of a field before and after.'),
  ActivityPerson: named(contract.activityPerson, 'Somebody of the team.'),
  RestoreInput: named(contract.restoreInput, 'Which field; none for a deleted thing.'),
  RestoredThing: named(contract.activity.restore.response.shape.data, 'The thing as its own calls show it, without key values.'),
  KeysOfRestoredThing: named(innerObject(contract.activity.restore.response.shape.meta), 'What became of the keys of a deleted variant.'),

  // Coupons, referrals, announcements
  Coupon: named(contract.coupon, 'A coupon and how often it was used.', { discount_type: contract.discountTypes }),
  CouponUsage: named(contract.couponUsage, 'What a coupon brought and cost. Completed orders only.'),
  CouponDay: named(innerObject(contract.couponUsage.shape.by_day), 'What a coupon brought and cost on one day.'),
  CouponInput: named(contract.couponInput, 'A coupon as it is saved.'),
  CouponDryRun: named(contract.couponDryRun, 'What a coupon would have done to the orders of the last 30 days.'),
  ReferralUser: named(referralUser, 'Somebody with a referral code.'),
  ReferralStats: named(innerObject(referralUser.shape.referral_stats), 'What a referral code brought so far.'),
  ReferralSettings: named(contract.referralSettings, 'A rate that is left out is the default again.'),
  CustomCodeInput: named(contract.customCode, 'A code of one’s own choice.'),
  CustomCode: named(contract.referrals.customCode.response, 'The code that holds now.'),
  Referral: named(contract.referral, 'An order that somebody referred, and what they earn by it.', { status: contract.referralStatuses }),
  Referrer: named(innerObject(contract.referral.shape.referrer), 'Who referred the buyer.'),
  ReferredPurchase: named(innerObject(contract.referral.shape.purchase), 'The order that was referred.'),
  Payout: named(contract.payout, 'Money that a referral user asked for.', {
    status: contract.payoutStatuses,
    flags: contract.payoutFlags,
  }),
  PayoutDecision: named(contract.payoutDecision, '`completed` with a transaction id, or `failed` without one and perhaps with a reason.'),
  PayoutRunInput: named(contract.payoutRunInput, 'Payouts that were sent.'),
  SentPayout: named(innerObject(contract.payoutRunInput.shape.payouts), 'A payout, and the transaction that proves it.'),
  UsedTransactionsInput: named(contract.usedTransactionsInput, 'Transaction ids that are to be entered.'),
  UsedTransaction: named(contract.usedTransaction, 'A transaction id that completed payouts have already.'),
  PayoutRun: named(contract.referrals.completePayouts.response.shape.data, 'What was completed.'),
  Announcement: named(contract.announcement, 'An announcement, and what became of its post.'),
  AnnouncementInput: named(contract.announcementInput, 'A new announcement.'),
  AnnouncementUpdate: named(contract.announcementUpdate, 'An announcement as it is saved.'),

  // Discord
  DiscordSettings: named(contract.discordSettings, 'Where the bot posts. Its token never leaves the server.'),
  DiscordSettingsInput: named(contract.discordSettingsInput, 'What is left out stays as it is; so does the token where it is blank.'),
  DiscordWarnings: named(innerObject(discord.saveSettings.response.shape.meta), 'What could not be confirmed of settings that were saved.'),
  DiscordTest: named(discord.test.body, 'Where to post a test message.'),
  BotStatus: named(contract.botStatus, 'Whether the bot runs, and the end of its log.'),
  BotLogLine: named(contract.botLogLine, 'A line of the bot’s log.'),
  NotificationLog: named(contract.notificationLog, 'A message of the bot, and what became of it.', {
    type: contract.notificationTypes,
    status: ['success', 'failed', 'pending', 'skipped'],
  }),

  // The store API
  StoreProduct: named(storeProduct, 'A listed product.', {
    category: contract.categories,
    update_status: contract.updateStatuses,
    detection_status: contract.detectionStatuses,
  }),
  StoreVariant: named(innerObject(storeProduct.shape.variants), 'A variant that can be bought.'),
  CartLine: named(innerObject(contract.cart.shape.items), 'So many keys of a variant.'),
  QuoteInput: named(contract.quoteInput, 'A cart to price.'),
  Quote: named(contract.quote, 'What a cart costs.'),
  PurchaseInput: named(contract.orderInput, 'A cart to buy.'),
  PurchaseCompletion: named(contract.store.complete.body, 'How the payment is known to whoever took it.'),
  StoreOrder: named(storeOrder, 'An order as the storefront sees it.', { status }),
  StoreOrderItem: named(innerObject(storeOrder.shape.items), 'A line of an order, with its keys once it is completed.'),
  StoreUserInput: named(contract.storeUserInput, 'Somebody who will refer buyers.'),
  StoreUser: named(contract.storeUser, 'A referral user with the open balance.'),
  PayoutInput: named(contract.payoutInput, 'How much, and where to.'),
  StorePayout: named(contract.storePayout, 'A payout that was asked for.', { status: contract.payoutStatuses }),
}

function named(schema: z.ZodMiniType, description: string, lists?: NamedSchema['lists']): NamedSchema {
  return { schema, description, lists }
}

/** The object inside a list or an optional, nullable or caught schema: the contract names only the outer one. */
function innerObject(schema: z.core.$ZodType): z.ZodMiniObject {
  if (schema instanceof z.ZodMiniObject) return schema
  if (schema instanceof z.ZodMiniArray) return innerObject(schema.def.element)
  for (const wrapper of [z.ZodMiniCatch, z.ZodMiniNullable, z.ZodMiniOptional, z.ZodMiniDefault]) {
    if (schema instanceof wrapper) return innerObject(schema.def.innerType)
  }
  throw new Error('There is no object in this schema')
}

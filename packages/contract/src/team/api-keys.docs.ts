import { component, docs } from '../describe.ts'
import { apiKey, apiKeyInput, apiKeys, newApiKey, rotateApiKeyInput, rotatedApiKey } from './api-keys.ts'

const apiKeyFields = {
  hint: 'The beginning of the key, to tell keys apart.',
  expires_at: 'Null if it does not expire.',
  last_used_at: 'To the minute; null if it was never used.',
  revoked_at: 'Null unless it was revoked.',
  previous_ends_at: 'After a rotation: until when the previous secret works too. Null once it does not.',
  last_used_from: 'The network of that use: an IPv4 address or an IPv6 /64. Empty if it is not known.',
  orders: 'How many orders it created.',
  pending_orders: 'How many of its orders are pending.',
  revenue: 'What was paid for its completed orders, less what was refunded.',
  created_by: 'The id of the member who created the secret, and so has seen it. Null if it was created on the command line.',
  previous_created_by: 'The id of the member who created the previous secret, while that secret works. Null otherwise.',
}

export const apiKeysDocs = docs(apiKeys, {
  about: 'The keys that storefronts sign in with.',
  components: {
    ApiKey: component(apiKey, 'An API key, without its value.', {
      ...apiKeyFields,
    }),
    RotatedApiKey: component(rotatedApiKey, 'A new secret of an API key, shown once.', {
      key: 'The whole key, with the new secret.',
      old_ends_at: 'When the previous secret stops working.',
    }),
    NewApiKey: component(newApiKey, 'An API key with its value, shown once.', {
      ...apiKeyFields,
      key: 'The whole key.',
    }),
    RotateApiKeyInput: component(rotateApiKeyInput, 'How long the old secret of an API key still works, and a new expiry of the key.', {
      overlap_hours: 'How many hours the previous secret still works.',
      hint: 'The hint of the secret to replace. If the same member has rotated the key since and the secret before still works, that answer is taken for lost: its secret is replaced, and the one before keeps working. If somebody else has, the call is refused.',
      expires_at: 'As for a new key; null for no expiry. Without it, the expiry stays.',
    }),
    ApiKeyInput: component(apiKeyInput, 'An API key to make.', {
      expires_at:
        'A day, which means its first moment in UTC, or an ISO 8601 time with Z or its offset; without it the key does not expire.',
    }),
  },
})

import * as React from 'react'

/**
 * React's development build keeps the stack of whoever made an element, for its warnings, up to a limit a second: an eighth of the time of all
 * tests. Here that limit is always reached. Warnings still name the components.
 */
const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE')
if (internals instanceof Object)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { configurable: true, get: () => Infinity, set() {} })

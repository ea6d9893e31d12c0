import { expect, test } from 'vitest'
import { checkSettings, formToSettings, isRateText, stepRate, userToForm } from './settings-dialog.tsx'

const user = {
  ...{ id: 1, username: 'mara', email: 'mara@example.com', referral_code: null, referral_enabled: true },
  referral_stats: { total_referrals: 0, completed_referrals: 0, total_commission: 0 },
}

test('the default rate shows as empty, and an empty rate is not sent', () => {
  const form = userToForm({ ...user, commission_rate: null, referral_discount: 7.5 })
  expect(form).toMatchObject({ enabled: true, custom_commission: '', referral_discount: '7.5' })
  expect(formToSettings(form)).toEqual({ enabled: true, referral_discount: 7.5 })
  expect(formToSettings({ ...form, enabled: false, custom_commission: '0', referral_discount: '' })).toEqual({
    enabled: false,
    custom_commission: 0,
  })
})

test.each(['', '5', '12.5', '.5', '100', '5.'])('%j may be typed', (text) => expect(isRateText(text)).toBe(true))
test.each(['-1', '1e3', '1,5', 'abc', '1.2.3', ' 5', '5%'])('%j may not be typed', (text) => expect(isRateText(text)).toBe(false))

test.each([
  ['', {}],
  ['0', {}],
  ['100', {}],
  ['99.9', {}],
  ['100.1', 'refused'],
  ['5.25', 'refused'],
  ['.', 'refused'],
])('a commission of %j', (custom_commission, expected) => {
  const rule = 'Custom commission rate must be a number from 0 to 100 with at most 1 decimal'
  const form = userToForm({ ...user, commission_rate: null, referral_discount: null })
  const problems = checkSettings({ ...form, custom_commission }, form)
  expect(problems).toEqual(expected === 'refused' ? { custom_commission: rule } : expected)
})

test('a stored rate that is finer than the step is valid and sent unchanged, until it is edited', () => {
  const form = userToForm({ ...user, commission_rate: 33.33, referral_discount: 120 })
  expect(checkSettings({ ...form, enabled: false }, form)).toEqual({})
  expect(formToSettings(form)).toEqual({ enabled: true, custom_commission: 33.33, referral_discount: 120 })
  expect(checkSettings({ ...form, custom_commission: '33.34' }, form)).toEqual({
    custom_commission: 'Custom commission rate must be a number from 0 to 100 with at most 1 decimal',
  })
  expect(Object.keys(checkSettings({ ...form, referral_discount: '121' }, form))).toEqual(['referral_discount'])
})

test('a step is 0.1, within 0 to 100', () => {
  expect(stepRate('', 1)).toBe('0.1')
  expect(stepRate('0.2', 1)).toBe('0.3')
  expect(stepRate('7.5', -1)).toBe('7.4')
  expect(stepRate('0', -1)).toBe('0')
  expect(stepRate('100', 1)).toBe('100')
})

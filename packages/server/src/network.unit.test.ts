import { expect, test } from 'vitest'
import { networkOf, withoutPorts } from './network.ts'

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:c000:201', '192.0.2.1'],
  ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test.each([
  ['203.0.113.7:51234', '203.0.113.7'],
  ['[2001:db8::7]:51234,10.0.0.5:80', '2001:db8::7, 10.0.0.5'],
  ['[2001:DB8::7]', '2001:DB8::7'],
  // Whether its last part is a port cannot be known.
  ['2001:db8::7:5123', '2001:db8::7:5123'],
  ['unknown, 203.0.113.7:', 'unknown, 203.0.113.7:'],
  ['', ''],
])('the addresses of %j are %j', (given, addresses) => {
  expect(withoutPorts(given)).toBe(addresses)
})

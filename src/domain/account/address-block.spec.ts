import { addressBlock, networkBlock } from './address-block';

describe('addressBlock', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['::ffff:10.0.0.7', '10.0.0.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::9', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    [undefined, 'unknown'],
  ])('maps %s to %s', (address, block) => {
    expect(addressBlock(address)).toBe(block);
  });
});

describe('networkBlock', () => {
  it.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1::/48'],
    ['2001:db8::9', '2001:db8:0::/48'],
    ['::1', '0:0:0::/48'],
    ['127.0.0.1', undefined],
    ['::ffff:10.0.0.7', undefined],
    [undefined, undefined],
  ])('maps %s to %s', (address, block) => {
    expect(networkBlock(address)).toBe(block);
  });
});

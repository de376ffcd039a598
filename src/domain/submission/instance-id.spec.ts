import { bareUuid, prefixedUuid } from './instance-document';

describe('instance id', () => {
  it.each([
    ['uuid:3f15', '3f15'],
    ['3f15', '3f15'],
    ['kobotoolbox.org:123', 'kobotoolbox.org:123'],
    ['UUID:3f15', 'UUID:3f15'],
    ['uuid:uuid:3f15', 'uuid:3f15'],
  ])('strips the prefix of %s: %s', (written, bare) => {
    expect(bareUuid(written)).toBe(bare);
  });

  it.each([
    ['3f15', 'uuid:3f15'],
    ['uuid:3f15', 'uuid:3f15'],
    ['kobotoolbox.org:123', 'kobotoolbox.org:123'],
  ])('adds the prefix to %s: %s', (bare, written) => {
    expect(prefixedUuid(bare)).toBe(written);
  });
});

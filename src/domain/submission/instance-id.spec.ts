import { bareUuid, prefixedUuid } from './instance-id';

describe('the forms of an identifier', () => {
  it.each([
    ['uuid:3f15', '3f15'],
    ['3f15', '3f15'],
    ['kobotoolbox.org:123', 'kobotoolbox.org:123'],
    ['UUID:3f15', 'UUID:3f15'],
    ['uuid:uuid:3f15', 'uuid:3f15'],
  ])('%s is %s when bare', (written, bare) => {
    expect(bareUuid(written)).toBe(bare);
  });

  it.each([
    ['3f15', 'uuid:3f15'],
    ['uuid:3f15', 'uuid:3f15'],
    ['kobotoolbox.org:123', 'kobotoolbox.org:123'],
  ])('%s is %s with its scheme', (bare, written) => {
    expect(prefixedUuid(bare)).toBe(written);
  });
});

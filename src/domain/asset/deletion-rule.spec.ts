import { mayDelete } from './deletion-rule';

const caller = (isSuperuser = false) => ({ id: 7, username: 'mary', isSuperuser });

describe('deletion by a caller with manage_asset', () => {
  it.each([
    ['owned by the caller', { ownerId: 7, createdBy: null, hasSubmissions: true }, true],
    ['created by the caller', { ownerId: 8, createdBy: 'mary', hasSubmissions: false }, true],
    [
      'created by the caller, with submissions',
      { ownerId: 8, createdBy: 'mary', hasSubmissions: true },
      false,
    ],
    ['created by another user', { ownerId: 8, createdBy: 'ann', hasSubmissions: false }, false],
  ])('%s', (_, asset, expected) => {
    expect(mayDelete(caller(), asset)).toBe(expected);
    expect(mayDelete(caller(true), asset)).toBe(true);
  });
});

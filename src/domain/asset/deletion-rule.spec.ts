import { mayDelete } from './deletion-rule';

const caller = (isSuperuser = false) => ({ id: 7, username: 'mary', isSuperuser });

describe('deleting an asset that the caller manages', () => {
  it.each([
    ['their own', { ownerId: 7, createdBy: null, hasSubmissions: true }, true],
    ['one that they made', { ownerId: 8, createdBy: 'mary', hasSubmissions: false }, true],
    ['one that they made, with data', { ownerId: 8, createdBy: 'mary', hasSubmissions: true }, false],
    ['one that somebody else made', { ownerId: 8, createdBy: 'ann', hasSubmissions: false }, false],
  ])('%s', (_, asset, expected) => {
    expect(mayDelete(caller(), asset)).toBe(expected);
    expect(mayDelete(caller(true), asset)).toBe(true);
  });
});

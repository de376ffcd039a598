import { type BulkAction, readBulkAction, formatBulkOutcome, mayDelete } from './bulk-action';

describe('bulk actions', () => {
  it.each<[object, BulkAction['selection']]>([
    [{ asset_uids: ['a1', 'a2'] }, { uids: ['a1', 'a2'] }],
    [{ asset_uids: ['a1'], confirm: true }, { uids: ['a1'] }],
    [{ confirm: true }, 'own'],
    [{ confirm: 'true' }, 'own'],
    [{ confirm: 1 }, 'own'],
    [{ confirm: false }, undefined],
    [{ confirm: 'false' }, undefined],
    [{}, undefined],
    [{ asset_uids: [], confirm: true }, undefined],
    [{ asset_uids: null, confirm: true }, undefined],
    [{ asset_uids: 'a1' }, { uids: [''] }],
    [{ asset_uids: [1, 'a\u0000'] }, { uids: ['', ''] }],
  ])('%j selects %j', (payload, selection) => {
    expect(readBulkAction({ action: 'delete', ...payload })).toEqual({ action: 'delete', selection });
  });

  it.each(['asset_uid', 'uids', 'query'])('refuses "%s" in place of `asset_uids`', (key) => {
    const payload = { action: 'delete', confirm: true, [key]: ['a1'] };
    expect(() => readBulkAction(payload)).toThrow(`"${key}" selects no assets`);
  });

  it.each([
    [undefined, '`action` parameter is required'],
    [null, 'Supported values for `action` are: archive, unarchive, delete, undelete'],
    ['explode', 'Supported values for `action` are: archive, unarchive, delete, undelete'],
  ])('refuses the action %j', (action, message) => {
    expect(() => readBulkAction({ action, confirm: true })).toThrow(message);
  });

  it.each([
    ['archive', 0, '0 projects have been archived'],
    ['unarchive', 1, '1 project has been unarchived'],
    ['undelete', 2, '2 projects have been undeleted'],
  ] as const)('formats the result of %s on %d assets', (action, count, expected) => {
    expect(formatBulkOutcome({ action, selection: 'own' }, count)).toBe(expected);
  });
});

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

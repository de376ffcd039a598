import { readAssetSearch, selectsUid } from './asset-search';

const UID = 'aSAvYreNzVEkrWg5Gdcvg2';

describe('selectsUid', () => {
  it.each([
    [`uid:${UID}`, true],
    [`uid__in:"${UID}"`, true],
    [`uid__iexact:${UID}`, true],
    [`uid:${UID} AND asset_type:empty`, true],
    [`uid:${UID} OR uid:x`, true],
    [`uid:${UID} OR asset_type:empty`, false],
    [`NOT uid:${UID}`, false],
    [`uid__startswith:a`, false],
    [`parent__uid:${UID}`, false],
    ['asset_type:empty', false],
    [UID, false],
  ])('is decided for %s: %s', (search, expected) => {
    expect(selectsUid(readAssetSearch(search).filter)).toBe(expected);
  });
});

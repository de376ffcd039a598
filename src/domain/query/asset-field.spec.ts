import { readAssetOrder } from './asset-field';

const up = (by: string) => ({ by, descending: false });
const down = (by: string) => ({ by, descending: true });

describe('readAssetOrder', () => {
  it.each<[ordering: string, keys: object[]]>([
    ['', []],
    ['name', [up('name')]],
    ['-date_modified', [down('dateModified')]],
    ['asset_type,name', [up('assetType'), up('name')]],
    ['asset_type, -name', [up('assetType'), down('name')]],
    ['name,-name', [up('name')]],
    ['nonsense,name', [up('name')]],
    ['--name', []],
    ['NAME', []],
    ['constructor,__proto__', []],
    ['date_deployed__date,-settings__sector__value', [up('dayDeployed'), down('sectorValue')]],
    ['_deployment_status', [up('deploymentStatus')]],
    [`${'nonsense,'.repeat(200)}name`, []],
  ])('%s', (ordering, keys) => {
    expect(readAssetOrder(ordering, false)).toEqual(keys);
  });

  it('sorts collections first, before the requested or the default order', () => {
    expect(readAssetOrder('name', true)).toEqual([down('isCollection'), up('name')]);
    expect(readAssetOrder('', true)).toEqual([down('isCollection'), down('dateModified')]);
  });
});

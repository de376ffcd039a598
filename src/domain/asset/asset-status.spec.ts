import type { Codename } from '../permission/codename';
import { assetStatus } from './asset-status';

const OWNER = 1;
const ANONYMOUS = 2;
const ANN = 3;
const owner = { userId: OWNER, codename: 'manage_asset' as Codename };

describe('assetStatus', () => {
  it.each<[string, { userId: number; codename: Codename }[]]>([
    ['private', [owner]],
    ['shared', [owner, { userId: ANN, codename: 'view_asset' }]],
    ['shared', [owner, { userId: ANONYMOUS, codename: 'add_submissions' }]],
    ['public', [owner, { userId: ANONYMOUS, codename: 'view_asset' }]],
    [
      'public-discoverable',
      [
        owner,
        { userId: ANONYMOUS, codename: 'view_asset' },
        { userId: ANONYMOUS, codename: 'discover_asset' },
      ],
    ],
  ])('is %s', (status, assignments) => {
    expect(assetStatus(assignments, OWNER, ANONYMOUS)).toBe(status);
  });
});
